/** The page Sharing, and what it shows before a page is shared. @see sharing 1, 2 */
import { beforeEach, describe, expect, test } from 'vitest'
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { cookieOf, NOON, openWeb, type Web } from './open.ts'

const PATH = '/settings/sharing'
let web: Web

const page = (id: string, name: string) => makePage({ id, name, now: NOON })
const block = (id: string, pageId: string, content: string) =>
  makeBlock({ id, pageId, content, rev: `rev-${id}`, parentId: null, order: 1, now: NOON })
const QUOTED = '11111111-1111-4111-8111-111111111111'

beforeEach(async () => {
  web = await openWeb({ zone: 'Asia/Tokyo' })
  const records: GraphRecord[] = [
    page('boat', 'Boat'),
    block('b1', 'boat', `hull ((${QUOTED})) [[Plan]]`),
    page('plan', 'Plan'),
    block(QUOTED, 'plan', 'quotedwords'),
  ]
  await web.store.graph('me').commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
})

const share = (fields: Readonly<Record<string, string>> = {}) =>
  web.post(`${PATH}/new`, { page: 'boat', ...fields })
const only = async () => (await web.store.shares.list('me'))[0]!

describe('[S1] a page is shared', () => {
  test('from its own page, with a form that shows what readers will see', async () => {
    const { html } = await web.get('/graph/page?name=Boat')
    expect(html).toContain(`href="${PATH}/new?page=boat"`)
    const form = await web.get(`${PATH}/new?page=boat`)
    expect([form.status, form.text]).toEqual([200, expect.stringContaining('Preview')])
    expect(form.text).toContain('hull … Plan')
    expect(form.text).not.toContain('quotedwords')
    expect(form.html).not.toContain('/graph/page?name=Plan')
    expect((await web.get(`${PATH}/new?page=Boat&quotes=1`)).text).toContain('hull quotedwords Plan')
    expect(await web.store.shares.list('me')).toEqual([])
  })

  test('and the link is shown, to be copied', async () => {
    const posted = await share({ quotes: '1', expires: '2026-12-31', password: 'low river' })
    const { id, ...made } = await only()
    expect(made).toMatchObject({ pageId: 'boat', quotes: true, expiresAt: Date.UTC(2026, 11, 31, 15) })
    expect([posted.status, posted.headers.get('location')]).toEqual([303, `${PATH}/${id}`])
    const shown = await web.get(`${PATH}/${id}`, cookieOf(posted))
    expect(shown.html).toContain(`<code id="link">https://notes.example/s/${id}</code>`)
    expect(shown.html).toContain('value="2026-12-31"')
    for (const words of ['Link created', 'Active, with a password', '31 Dec 2026', 'Quoted text shown'])
      expect(shown.text).toContain(words)
    expect(shown.html).not.toContain('low river')
    expect((await web.get(PATH)).text).toContain('Boat Active, with a password 31 Dec 2026')
  })

  test.each([
    [{ page: 'Boats' }, 404, 'No page is called'],
    [{ expires: '2026-11-19' }, 400, 'Expiration date must be today or a later day'],
  ])('%j is refused in words, and nothing is shared', async (fields, status, words) => {
    const shown = await share(fields)
    expect([shown.status, shown.text]).toEqual([status, expect.stringContaining(words)])
    expect(await web.store.shares.list('me')).toEqual([])
  })

  test('not in grace, where a link can still end', async () => {
    await share()
    await web.operators.setAccount('me', { plan: 'grace' })
    expect((await share()).text).toContain('you can read but not write')
    const { id } = await only()
    expect((await web.post(`${PATH}/${id}`, { quotes: '1' })).status).toBe(400)
    expect((await web.post(`${PATH}/${id}/end`, {})).status).toBe(303)
    expect((await only()).endedAt).toBe(NOON)
  })
})

describe('[S1] a link is changed and ended', () => {
  test('the form says what stays and what goes', async () => {
    await share({ expires: '2026-12-31', password: 'low river' })
    const { id, password } = await only()
    await web.post(`${PATH}/${id}`, { quotes: '1', expires: '2026-12-31', password: '' })
    expect(await only()).toMatchObject({ quotes: true, password, expiresAt: Date.UTC(2026, 11, 31, 15) })
    await web.post(`${PATH}/${id}`, { expires: '', password: '', without: '1' })
    const { quotes, ...rest } = await only()
    expect(quotes).toBe(false)
    expect(rest).not.toHaveProperty('password')
    expect(rest).not.toHaveProperty('expiresAt')
    const wrong = await web.post(`${PATH}/${id}`, { expires: '2020-01-01' })
    expect([wrong.status, wrong.text]).toEqual([
      400,
      expect.stringContaining('Expiration date must be today'),
    ])
    expect(wrong.html).toContain('value="2020-01-01"')
  })

  test('it ends once that is confirmed, and stays in the list', async () => {
    await share()
    const { id } = await only()
    expect((await web.get(`${PATH}/${id}/end`)).text).toContain('lose access immediately')
    const ended = await web.post(`${PATH}/${id}/end`, {})
    expect((await web.get(PATH, cookieOf(ended))).text).toMatch(/Boat is no longer shared .* Boat Turned off/)
    const shown = await web.get(`${PATH}/${id}`)
    expect(shown.html).not.toMatch(/<code id="link">|Edit link/)
  })
})

describe('[D9.10] a link that a restore closed', () => {
  beforeEach(async () => {
    await share()
    await web.store.accounts.endAccess('me', NOON, { published: true })
  })

  test('is opened again by its owner', async () => {
    const { id } = await only()
    expect((await web.get(PATH)).text).toContain('Boat Closed')
    const shown = await web.get(`${PATH}/${id}`)
    for (const words of ['restored from a backup', 'Open link']) expect(shown.text).toContain(words)
    expect(shown.html).not.toContain('Edit link')
    const opened = await web.post(`${PATH}/${id}/open`, {})
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `${PATH}/${id}`])
    const now = await web.get(`${PATH}/${id}`, cookieOf(opened))
    for (const words of ['Link opened again', 'State Active', 'Edit link']) expect(now.text).toContain(words)
  })

  test('stays closed without a recent sign-in, and after it is turned off', async () => {
    const { id } = await only()
    Object.assign(web.session, { isRecent: false })
    expect((await web.post(`${PATH}/${id}/open`, {})).status).toBe(403)
    Object.assign(web.session, { isRecent: true })
    await web.post(`${PATH}/${id}/end`, {})
    const refused = await web.post(`${PATH}/${id}/open`, {})
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Turned off')])
    expect((await only()).endedAt).toBeDefined()
  })
})
