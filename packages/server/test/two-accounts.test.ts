/**
 * Two accounts. No route, page, file, cookie or token of one shows or changes anything of the other. The routes are
 * those that the app has mounted, so that a new route is tested at once. The second account requests every thing of the
 * first, in every place where a request names something. Each answer must equal the answer for a missing thing.
 *
 * @module-tag both-stores
 */
import { areEmbedded } from '@notegraph/store/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  ask,
  expectApart,
  expectEqual,
  isPage,
  requestsOf,
  shown,
  somebodysRoutes,
  type Mounted,
} from './two-accounts-requests.ts'
import { openTwo, sameBrowser, type TwoAccounts } from './two-accounts.ts'

const SOMEBODYS = await somebodysRoutes()

/** For each field that names the thing, the other store reads the same. */
const EXTENT = areEmbedded() ? 'some' : 'few'

/** One pair of accounts for all requests that change nothing. To make one takes as long as a hundred requests. */
const opened = await openTwo()
/** The pair for the others. Another follows when a request was taken. */
let changed: TwoAccounts | undefined

describe.each(SOMEBODYS)('$method $path', (mounted) => {
  const mayChange = mounted.method !== 'GET'
  beforeAll(async () => {
    changed ??= await openTwo()
  })

  test('shows and changes nothing of the first account, whatever of it the second names', async () => {
    const two = mayChange ? changed! : opened
    // Another store cannot tell a missing thing from that of another account unless it shows or changes it.
    const isCompared = !mayChange && areEmbedded()
    const isTaken = await expectApart(two, mounted, { extent: EXTENT, isCompared })
    if (!mayChange || !isTaken) return
    await two.api.store.close()
    changed = undefined
  })

  // A client without credentials is refused before a store is read.
  if (!areEmbedded()) return
  test('opens to nobody who brings nothing', async () => {
    for (const thing of Object.values(opened.things)) {
      // A file's id grants access to the file; no other route reveals it.
      if (mounted.path === '/api/files/:id' && thing === opened.things['file id']) continue
      for (const request of requestsOf(mounted, thing, 'few')) {
        const answer = await ask([opened, mounted, opened.theirs, 'nothing'], request)
        expect(shown(opened, answer, [thing])).toEqual([])
      }
    }
  })
})

/** Routes that change a thing by its name. For those that only read, the test above compares too. */
const CHANGING = SOMEBODYS.filter(({ method, path }) => method !== 'GET' && /\/:(id|link)/.test(path))
const API = SOMEBODYS.filter(({ path }) => !isPage(path))

test.each(CHANGING)(
  '$method $path answers for what the first account has as for what there is not',
  async (mounted) => expectEqual(opened, mounted, EXTENT),
)

test.each(API)('$method $path opens to no cookie', async (mounted) => {
  const thing = opened.things['block id']!
  for (const request of requestsOf(mounted, thing, EXTENT)) {
    const answer = await ask([opened, mounted, opened.theirs, 'browser'], request)
    expect([401, 403]).toContain(answer.status)
    expect(shown(opened, answer, [thing])).toEqual([])
  }
})

test('the keys of the second account still open its own, after all requests that change nothing', async () => {
  const { ours } = opened
  const own: [string, string][] = [
    [ours.token, '/api/v1/notes/pages'],
    [ours.session, '/api/sync'],
  ]
  for (const [token, path] of own) expect((await opened.api.call(path, { token })).status).toBe(200)
  const browser = sameBrowser(opened.api, ours.browser)
  const page = await browser.get('/settings/devices')
  expect([page.status, page.headers.get('location')]).toEqual([200, null])
})

test('[D9.2] a page opens to no token and to no session, sent as its cookie or as a header', async () => {
  const two = await openTwo()
  for (const secret of [two.theirs.token, two.theirs.session]) {
    const cookies = new Map([['__Host-notegraph_session', secret]])
    const browser = sameBrowser(two.api, { ...two.theirs.browser, cookies })
    const page = await browser.get('/settings/devices', { Authorization: `Bearer ${secret}` })
    expect([page.status, page.headers.get('location')]).toEqual([303, '/sign-in?to=%2Fsettings%2Fdevices'])
  }
})

test('the first account can be shown: what is looked for above is there for itself', async () => {
  const two = await openTwo()
  const page: Mounted = { method: 'GET', path: '/api/v1/notes/pages/:name' }
  const [request] = requestsOf(page, two.things['page name']!, 'few')
  const answer = await ask([two, page, two.theirs, 'token'], request!)
  expect(shown(two, answer, [])).toEqual(expect.arrayContaining(['Quokkanest', 'vermilion otter']))
})
