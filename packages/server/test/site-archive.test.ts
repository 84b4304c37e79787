/** A site as a zip archive, for its owner. @see sharing 4, 7 */
import { expect, test } from 'vitest'
import { useSite } from './published-site.ts'
import { staticFiles } from './static-files.ts'
import { signedIn } from './web-browser.ts'
import { zipFiles } from './zip-files.ts'

const it = useSite()

async function download(slug = 'trip', account = 'me', method = 'GET', query = '') {
  const { session } = await it.api.operators.createSession(account, { device: 'Phone' })
  const path = `/api/v1/settings/sites/${slug}/archive${query}`
  const response = await it.api.app.request(path, { method, headers: { Authorization: `Bearer ${session}` } })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

test('[S4] an archive has the files of the site, and the same bytes again', async () => {
  await it.addFile('pic1', 'boat.png', 'image/png', 'PNG')
  await it.notes.addBoat(['hull ![boat](/api/files/pic1) of [[Third page]]'])
  await it.publish({ pages: ['Boat', 'Third page'] })
  const { status, headers, bytes } = await download()
  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename=trip.zip',
    'cache-control': 'no-store',
  })
  expect(await zipFiles(bytes)).toEqual((await staticFiles(it.api)).files)
  it.api.clock.now += 60_000
  expect((await download()).bytes).toEqual(bytes)
})

test('[S4] with its address on the web, the archive has feeds and a map, as the folder has', async () => {
  await it.publish({ pages: ['Third page'] })
  const { bytes } = await download('trip', 'me', 'GET', '?base=https://garden.example/notes/')
  expect(await zipFiles(bytes)).toEqual((await staticFiles(it.api, 'https://garden.example/notes')).files)
  const browser = await signedIn(it.api)
  const path = '/settings/sites/site/trip/archive?base='
  const answer = await browser.get(`${path}https://garden.example/notes`)
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
  expect((await browser.get(path)).headers.get('content-type')).toBe('application/zip')
})

test.each(['garden', 'ftp://garden.example', 'https://garden.example?x=1', 'https://garden.example/#a'])(
  '[S4] the address %s is refused',
  async (base) => {
    await it.publish({ pages: ['Third page'] })
    const query = `?base=${encodeURIComponent(base)}`
    const refused = await download('trip', 'me', 'GET', query)
    const error = `base takes an http or https address without a query, not "${base}".`
    expect([refused.status, JSON.parse(Buffer.from(refused.bytes).toString())]).toEqual([400, expect.objectContaining({ error })]) // prettier-ignore
    const page = await (await signedIn(it.api)).get(`/settings/sites/site/trip/archive${query}`)
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('Download not started')])
  },
)

test('[S4] the settings of a site lead to the same archive', async () => {
  await it.publish({ pages: ['Third page'] })
  const browser = await signedIn(it.api)
  const settings = await (await browser.get('/settings/sites/site/trip')).text()
  const [, path] = /action="([^"]*\/archive)"/.exec(settings)!
  const answer = await browser.get(path!)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual((await download()).bytes)
  const none = await browser.get('/settings/sites/site/none/archive')
  expect([none.status, await none.text()]).toEqual([404, expect.stringContaining('Download not started')])
})

test.each([
  ['none', 'me', 404, 'No site of this account has this slug.'],
  ['trip', 'other', 404, 'No site of this account has this slug.'],
])('[S7] %s of the account %s is refused', async (slug, account, status, error) => {
  await it.publish({ pages: ['Third page'] })
  await it.api.operators.createAccount('other', {})
  const refused = await download(slug, account)
  expect(refused.status).toBe(status)
  expect(JSON.parse(Buffer.from(refused.bytes).toString())).toMatchObject({ error })
  expect((await download(slug, account, 'HEAD')).status).toBe(status)
})

test('[S4] HEAD has the headers of the archive, and starts none', async () => {
  await it.publish({ pages: ['Third page'] })
  const { status, headers, bytes } = await download('trip', 'me', 'HEAD')
  expect([status, headers.get('content-type'), bytes.length]).toEqual([200, 'application/zip', 0])
})

test('[S7] a site that ended is refused', async () => {
  await it.publish({ pages: ['Third page'] })
  await it.send('POST', '/trip/end')
  expect((await download()).status).toBe(409)
})

test('[S7] only a device session downloads a site', async () => {
  await it.publish({ pages: ['Third page'] })
  const path = '/api/v1/settings/sites/trip/archive'
  expect((await it.api.call(path)).status).toBe(403)
  expect((await it.api.call(path, { token: null })).status).toBe(401)
})
