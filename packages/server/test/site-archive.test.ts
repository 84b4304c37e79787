/** A site as a zip archive, for its owner. @see sharing 4 */
import { expect, test } from 'vitest'
import { useSite } from './published-site.ts'
import { staticFiles } from './static-files.ts'
import { signedIn } from './web-browser.ts'
import { zipFiles } from './zip-files.ts'

const it = useSite()

async function download(slug = 'trip', method = 'GET', query = '', account = 'me') {
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
  const { bytes } = await download('trip', 'GET', '?base=https://garden.example/notes/')
  expect(await zipFiles(bytes)).toEqual((await staticFiles(it.api, 'https://garden.example/notes')).files)
  const browser = await signedIn(it.api)
  const path = '/settings/sites/site/trip/archive?base='
  const answer = await browser.get(`${path}https://garden.example/notes`)
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
  expect((await browser.get(path)).headers.get('content-type')).toBe('application/zip')
})

test('[S4] an address that cannot be that of a folder is refused', async () => {
  await it.publish({ pages: ['Third page'] })
  const query = '?base=ftp://garden.example'
  const refused = await download('trip', 'GET', query)
  const error = 'base takes an http or https address without a query, not "ftp://garden.example".'
  expect([refused.status, JSON.parse(Buffer.from(refused.bytes).toString())]).toEqual([400, expect.objectContaining({ error })]) // prettier-ignore
  const page = await (await signedIn(it.api)).get(`/settings/sites/site/trip/archive${query}`)
  expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('Download not started')])
})

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

test('[S4] the archive of a site of another account is missing', async () => {
  await it.publish({ pages: ['Third page'] })
  await it.api.operators.createAccount('other', {})
  const [theirs, none] = [
    await download('trip', 'GET', '', 'other'),
    await download('none', 'GET', '', 'other'),
  ]
  expect([theirs.status, Buffer.from(theirs.bytes).toString()]).toEqual([
    404,
    Buffer.from(none.bytes).toString(),
  ])
})

test('[S4] HEAD has the headers of the archive, and starts none', async () => {
  await it.publish({ pages: ['Third page'] })
  const { status, headers, bytes } = await download('trip', 'HEAD')
  expect([status, headers.get('content-type'), bytes.length]).toEqual([200, 'application/zip', 0])
  for (const method of ['GET', 'HEAD']) expect((await download('none', method)).status).toBe(404)
})
