/** The page Plug-ins. @see events 5 */
import { beforeEach, describe, expect, test } from 'vitest'
import { cookieOf, openWeb, type Web } from './open.ts'

const PATH = '/settings/plugins'
const URL = 'https://recipes.example/notegraph.json'
const MANIFEST = {
  client_id: URL,
  client_name: 'Recipes <b>',
  redirect_uris: ['https://recipes.example/callback'],
  scope: 'notes:read notes:write',
  initiate_login_uri: 'https://recipes.example/connect?x=1',
  notegraph: {
    description: 'Adds up times.',
    events: { url: 'https://recipes.example/events', by: 'devices' },
    page_types: [
      {
        type: 'recipe',
        label: 'Recipe',
        plural: 'Recipes',
        fields: [{ key: 'serves', label: 'Serves', kind: 'text' }],
      },
    ],
  },
}

let web: Web
let manifest: object
beforeEach(async () => {
  manifest = MANIFEST
  web = await openWeb({}, (url) => (url === URL ? manifest : undefined))
})

const look = () => web.post(`${PATH}/look`, { url: URL })
const versionIn = (html: string): string => /name="version" value="(\w+)"/.exec(html)?.[1] ?? ''
const install = async () => web.post(PATH, { url: URL, version: versionIn((await look()).html) })
const only = async () => (await web.store.plugins.list('me'))[0]!

describe('[V5] a plug-in is installed', () => {
  test('after the person saw what it may do', async () => {
    const offer = await look()
    for (const words of [
      'Install Recipes &lt;b&gt;?',
      'recipes.example',
      'Reads and writes all your notes',
      'all changes , written by: Devices, at https://recipes.example/events',
      'Recipe : Serves',
    ])
      expect(offer.text.replaceAll('<b>', '&lt;b&gt;')).toContain(words)
    expect(offer.html).not.toContain('<b>')
    expect(await web.store.plugins.list('me')).toEqual([])
    const posted = await install()
    const { id } = await only()
    expect([posted.status, posted.headers.get('location')]).toEqual([303, `${PATH}/${id}`])
    const shown = await web.get(`${PATH}/${id}`, cookieOf(posted))
    expect(shown.text).toContain('Connect it now')
    expect(shown.html).toContain('href="https://recipes.example/connect?x=1&amp;iss=')
    expect((await web.get(PATH)).text).toContain('recipes.example Read and write Not connected')
  })

  test('only from a browser that signed in lately, and with a plan', async () => {
    const { html } = await look()
    Object.assign(web.session, { isRecent: false })
    expect((await look()).status).toBe(403)
    expect((await web.post(PATH, { url: URL, version: versionIn(html) })).status).toBe(403)
    expect((await web.get(PATH)).html).not.toContain('name="url"')
  })

  test('unless the manifest changed or cannot be used, in words', async () => {
    const { html } = await look()
    manifest = { ...MANIFEST, scope: 'notes:read' }
    const shown = await web.post(PATH, { url: URL, version: versionIn(html) })
    expect([shown.status, shown.text]).toEqual([
      400,
      expect.stringContaining('The manifest has changed since you looked at it. Look at it again'),
    ])
    manifest = {}
    expect((await look()).text).toContain('The manifest cannot be used. client_id is missing.')
    expect(await web.store.plugins.list('me')).toEqual([])
  })
})

describe('[V5] an installed plug-in', () => {
  beforeEach(async () => {
    await install()
  })

  test('has its changes marked, and accepted by a further click', async () => {
    expect((await look()).text).toContain('There are no changes.')
    manifest = { ...MANIFEST, scope: 'notes:read', notegraph: {} }
    const offer = await look()
    expect(offer.text).toContain('Accept the changes of Recipes <b>?')
    expect(offer.text).toMatch(/Access changed Reads all your notes Hears of changed No changes/)
    expect(JSON.parse((await only()).manifest)).toMatchObject({ scope: 'write' })
    await web.post(PATH, { url: URL, version: versionIn(offer.html) })
    expect(JSON.parse((await only()).manifest)).toMatchObject({ scope: 'read' })
  })

  test('is stopped after a question, which says what stays', async () => {
    const { id } = await only()
    const asked = await web.get(`${PATH}/${id}/stop`)
    expect(asked.text).toContain('The pages of its page types stay')
    const stopped = await web.post(`${PATH}/${id}/stop`, {})
    expect((await web.get(PATH, cookieOf(stopped))).text).toContain('Plug-in Recipes <b> stopped.')
    expect(await web.store.plugins.list('me')).toEqual([])
    for (const path of [`/${id}`, `/${id}/stop`]) expect((await web.get(PATH + path)).status).toBe(404)
    expect((await web.post(`${PATH}/${id}/stop`, {})).status).toBe(404)
  })
})

test('[V5] a server where no app can connect says so', async () => {
  const off = await openWeb()
  const shown = await off.get(PATH)
  expect(shown.text).toContain('This server has no plug-ins.')
  expect(shown.html).not.toContain('name="url"')
})
