/** Forms that write notes, from an address that sent too many requests. */
import { LIMITS } from '@notegraph/contract'
import { requestRate } from '@notegraph/service'
import { beforeEach, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { openBrowser, signedIn, type WebBrowser } from './web-browser.ts'

let api: Api
let browser: WebBrowser
beforeEach(async () => {
  api = await openApi({ rates: { requestsPerAddress: 1_000 } })
  browser = await signedIn(api)
  await useUp('192.0.2.1')
})

/** The address has sent as many requests as it may. */
const useUp = async (address: string) =>
  requestRate(api.store.rates, 'page-requests', LIMITS.pagesPerAddress).count(address, api.clock.now, LIMITS.pagesPerAddress) // prettier-ignore

const CAPTURE = '/graph/capture'
const TYPED = { text: 'words "so"\nand so <on>', date: '2026-11-21' }

test('a note comes back with everything typed, and is saved a minute later', async () => {
  const refused = await browser.post(CAPTURE, TYPED)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  const html = await refused.text()
  expect(html).toContain('Nothing was saved.')
  expect(html).toContain('words &quot;so&quot;\nand so &lt;on&gt;</textarea>')
  expect(html).toContain('name="date" value="2026-11-21"')
  expect(html).toContain(`action="${CAPTURE}"`)
  api.clock.now += 60_000
  expect((await browser.post(CAPTURE, TYPED)).status).toBe(303)
})

test.each([
  ['/graph/block/edit?id=b%261', { text: 'x', if_unchanged: 'v1' }, 'action="/graph/block/edit?id=b%261"'],
  ['/graph/page/edit?id=p1', { 'new:rating': '5', 'old:rating': '4' }, 'name="old:rating" value="4"'],
])('so does the form of %s', async (path, fields, part) => {
  const refused = await browser.post(path, fields)
  expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining(part)])
})

test('a script gets the words alone, since its form is still open', async () => {
  const refused = await browser.post(CAPTURE, TYPED, { 'X-Notegraph-Part': '1' })
  const html = await refused.text()
  expect([refused.status, html.startsWith('<div class="notice warn" role="alert">')]).toEqual([429, true])
})

test.each<[what: string, ask: () => Promise<Response>]>([
  ['a page', () => browser.get(CAPTURE)],
  ['another form', () => browser.post('/settings/assistants', { name: 'x', scope: 'read' })],
  ['an address without a page', () => browser.post('/graph/none')],
  ['more than a form may have', () => browser.post(CAPTURE, { text: 'x'.repeat(LIMITS.webFormBytes) })],
])('%s gets the message alone', async (_, ask) => {
  const refused = await ask()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await refused.text()).not.toContain('<textarea')
})

test('a form of another site never comes back', async () => {
  const refused = await browser.post(CAPTURE, TYPED, { Origin: 'https://other.example', 'Sec-Fetch-Site': 'cross-site' }) // prettier-ignore
  expect(refused.status).toBe(403)
  expect(await refused.text()).not.toContain('words')
})

test('an address gets 30 forms back in a minute', async () => {
  const isBack = async (from = browser) =>
    (await (await from.post(CAPTURE, TYPED)).text()).includes('<textarea')
  for (let n = 0; n < LIMITS.formsAgainPerAddress; n++) expect(await isBack()).toBe(true)
  expect(await isBack()).toBe(false)
  const elsewhere = openBrowser(api, undefined, () => '198.51.100.7')
  await useUp('198.51.100.7')
  expect(await isBack(elsewhere)).toBe(true)
})
