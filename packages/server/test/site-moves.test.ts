/**
 * The audit log says which commits put a page on a site, or took one off it, by any writer. @see sharing 8
 *
 * @module-tag both-stores
 */
import { makePage } from '@notegraph/graph'
import { makeLog } from '@notegraph/host'
import { describe, expect, test } from 'vitest'
import { NOTES, openApi, type Call } from './api.ts'
import { NOON } from './notes.ts'
import { useSite } from './published-site.ts'
import { sharedNotes } from './shared-notes.ts'
import { openSync } from './syncing.ts'
import { openBrowser, signedIn } from './web-browser.ts'
import { zipOf } from './zip-files.ts'

const it = useSite()

/** The entries about the pages of sites, the latest first. */
async function moves(): Promise<string[]> {
  const { entries } = await it.api.store.audit.list('me', { limit: 1_000, offset: 0 })
  return entries
    .filter(({ event }) => event === 'site_pages_changed')
    .map(({ by, subject, detail }) => `${by} ${subject}: ${detail}`)
}

const addIvy = async (call?: Call) =>
  it.api.post('/pages', { name: 'Ivy', properties: { tags: 'essay' } }, call)
const setTags = async (tags: string | null) => it.api.patch('/pages/Ivy/properties', { properties: { tags } })
const settings = async (path: string, body?: object) => {
  const { session } = await it.api.operators.createSession('me', { device: 'Phone' })
  const sent = body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  const reply = await it.api.call(`/api/v1/settings${path}`, { method: 'POST', token: session, ...sent })
  expect([reply.status, reply.text]).toEqual([200, expect.anything()])
  return reply.body
}

describe('[S8] the audit log has an entry for each commit that changes the pages of a site', () => {
  test('by a program with the right', async () => {
    await it.publish({ tag: 'essay' })
    await addIvy()
    await it.api.post('/pages/Ivy/blocks', { text: 'words' })
    await setTags('other')
    await it.api.patch('/pages/Ivy/properties', { properties: { tags: 'essay', public: 'false' } })
    expect(await moves()).toEqual([
      'token trip: 0 added, 1 removed: − Ivy (Test)',
      'token trip: 0 added, 0 removed, 1 edited: Ivy (Test)',
      'token trip: 1 added, 0 removed: + Ivy (Test)',
    ])
  })

  test('by a program that edits pages that are on it, and no others', async () => {
    await it.notes.addBoat(['hull'])
    await it.publish({ pages: ['Boat', 'Third page'] })
    await it.send('POST', '', { slug: 'other', title: 'Other', pages: ['Boat'] })
    await it.api.post('/pages/Boat/blocks', { text: 'oars' })
    await it.api.patch('/pages/Third%20page/properties', { properties: { colour: 'green' } })
    await it.api.post('/pages/Plans/blocks', { text: 'unpublished' })
    expect(await moves()).toEqual([
      'token trip: 0 added, 0 removed, 1 edited: Third page (Test)',
      'token trip: 0 added, 0 removed, 1 edited: Boat (Test)',
      'token other: 0 added, 0 removed, 1 edited: Boat (Test)',
    ])
  })

  test('but not by the owner who edits them, nor where readers wait for the next publication', async () => {
    await it.notes.addBoat(['hull'])
    await it.publish({ pages: ['Boat'] })
    const browser = await signedIn(it.api)
    expect((await browser.post('/graph/capture', { text: 'oars', page: 'Boat' })).status).toBe(303)
    await it.change({ follows: false })
    await it.api.post('/pages/Boat/blocks', { text: 'oars' })
    expect(await moves()).toEqual([])
  })

  test('by a device, with up to ten names', async () => {
    const sync = await openSync()
    it.api = sync
    await it.publish({ tag: 'essay' })
    const pages = Array.from({ length: 12 }, (_, n) =>
      makePage({ id: `ivy-${n}`, name: `Ivy ${n}`, props: [['tags', 'essay']], now: NOON }),
    )
    expect(new Set((await sync.pushAll(pages)).map(({ outcome }) => outcome)).size).toBe(1)
    const [entry] = await moves()
    expect(entry).toMatch(/^device trip: 12 added, 0 removed: \+ Ivy 0, .*, … \(Phone\)$/)
    expect(entry!.match(/\+/g)).toHaveLength(10)
  })

  test('by the web, by a revert and by a restore', async () => {
    await it.publish({ query: 'green', journals: true })
    const browser = await signedIn(it.api)
    expect((await browser.post('/graph/capture', { text: 'a green boat' })).status).toBe(303)
    const [made] = await moves()
    expect(made).toMatch(/^browser trip: 1 added, 0 removed: \+ /)
    await it.api.post('/pages', { name: 'Ivy', blocks: ['green too'] })
    const { changes } = (await it.api.get('/changes')).body as { changes: { id: string }[] }
    await settings(`/changes/${changes[0]!.id}/revert`)
    expect((await moves())[0]).toMatch(/^device trip: 0 added, 1 removed: − Ivy/)
    await settings('/restore', { seq: 1 })
    expect((await moves())[0]).toMatch(/^device trip: 0 added, 1 removed: − /)
    expect(await moves()).toHaveLength(4)
  })

  test('by an import', async () => {
    await it.publish({ tag: 'essay' })
    const { session } = await it.api.operators.createSession('me', { device: 'Phone' })
    const call = { method: 'POST', token: session, headers: { 'Content-Type': 'application/zip' } }
    const body = await zipOf({ 'pages/Ivy.md': 'tags:: essay\n\n- words', 'pages/Oak.md': '- words' })
    expect((await it.api.call('/api/v1/settings/import', { ...call, body })).status).toBe(200)
    await expect.poll(moves, { interval: 20 }).toEqual(['device trip: 1 added, 0 removed: + Ivy'])
  })

  test('by the calendar, once a day', async () => {
    await it.notes.addBoat(['paint\nDEADLINE: <2026-11-25 Wed>'])
    await it.publish({ query: '(and paint (between deadline today +2d))' })
    await it.open('')
    for (const day of [24, 26]) {
      it.api.clock.now = Date.UTC(2026, 10, day, 12)
      for (const path of ['', '/index']) expect((await it.open(path)).status).toBe(200)
      await it.api.post('/pages', { name: `Ivy ${day}` })
      await it.open('')
    }
    expect(await moves()).toEqual([
      'time trip: 0 added, 1 removed: − Boat',
      'time trip: 1 added, 0 removed: + Boat',
    ])
  })

  test('and its line in the server log has no name', async () => {
    let log = ''
    it.api = await openApi({ log: makeLog('info', { write: (line) => (log += line) }) })
    await it.publish({ tag: 'essay' })
    await addIvy()
    expect(log).toContain('"detail":"1 added, 0 removed"')
    expect(log).not.toMatch(/Ivy|Test/)
  })
})

test('[S8] without an open site, a write asks nothing about sites', async () => {
  const asked: string[] = []
  it.api = await openApi({
    wrap: (store) => ({
      ...store,
      sites: {
        ...store.sites,
        async list(accountId) {
          asked.push('sites')
          return store.sites.list(accountId)
        },
      },
      accounts: {
        ...store.accounts,
        async find(accountId) {
          asked.push('account')
          return store.accounts.find(accountId)
        },
      },
    }),
  })
  it.reader = openBrowser(it.api)
  await sharedNotes(it.api.graph)
  expect((await addIvy()).status).toBe(200)
  expect(asked).toEqual([])
  await it.publish({ tag: 'other' })
  asked.length = 0
  await it.api.call(`${NOTES}/pages/Ivy/blocks`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"text":"words"}',
  })
  expect(asked).toContain('sites')
})
