/** Editing the properties of a page: by the kind of each field, only what changed, refused with what was typed. */
import { beforeEach, describe, expect, test } from 'vitest'
import { makePage, setProps } from '@notegraph/graph'
import { cookieOf, NOON } from '../open.ts'
import { openNotes, type Notes } from './notes.ts'

let it: Notes
let id: string
beforeEach(async () => {
  it = await openNotes()
  id = (await page('Ada'))!.id
})

const PART = { 'X-Notegraph-Part': '1' }
const page = (name: string) => it.web.store.graph('me').pages.findByName(name.toLowerCase())
const pathOf = (of: string) => `/graph/page/edit?id=${of}`

async function propsOf(name: string): Promise<Record<string, string>> {
  const { view } = (await page(name))!
  return (JSON.parse(view) as { props: Record<string, string> }).props
}

/** The fields of the form as a browser would send them. */
async function fieldsOf(of = id): Promise<Record<string, string>> {
  const { html } = await it.web.get(pathOf(of))
  const fields: Record<string, string> = {}
  for (const [tag] of html.matchAll(/<input[^>]*>/gs)) {
    const value = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
    if (value('type') !== 'checkbox' || /\schecked/.test(tag)) fields[value('name')] = value('value')
  }
  for (const [select, name] of html.matchAll(/<select[^>]*name="([^"]*)".*?<\/select>/gs))
    fields[name!] = /<option value="([^"]*)" selected/.exec(select)?.[1] ?? ''
  return fields
}

/** A page with the properties that a device wrote. */
async function addOwn(values: Record<string, string>): Promise<void> {
  const page = makePage({ id: 'own', name: 'Own', now: NOON })
  const record = setProps(page, Object.entries(values), NOON)
  await it.web.store.graph('me').commits.commit({ puts: [{ record, from: 0 }] })
}

const save = async (changed: object, headers = {}) =>
  it.web.post(pathOf(id), { ...(await fieldsOf()), ...changed }, headers)

describe('the form', () => {
  test('has a control for each field of the type, then the other properties', async () => {
    const { html, text } = await it.web.get(pathOf(id))
    expect(html).toMatch(/name="new:birthday"[^>]*type="date"[^>]*value="1815-12-10"/s)
    expect(html).toMatch(/name="new:email"[^>]*inputmode="email"/s)
    expect(html).toMatch(/name="new:lives-in"[^>]*value="\[\[London\]\]"/s)
    expect(html).toMatch(/name="new:mood"[^>]*value="calm, see \[\[Night boat\]\]"/s)
    expect(html).toMatch(/<option value="person" selected/)
    expect(text).toMatch(/Type .* Email .* Birthday .* mood New property/)
  })

  test.each([
    ['true', /type="checkbox"\s+value="true"\s+checked/],
    ['12.50', /type="number"\s+step="any"\s+value="12.50"/],
    ['2026-11-20', /type="date"\s+value="2026-11-20"/],
    ['words', /type="text"\s+value="words"/],
  ])('a property of its own with the value %s has its control', async (value, control) => {
    await it.web.writes.setProperty(it.caller, 'Ada', 'own', { value })
    const { html } = await it.web.get(pathOf(id))
    expect(html.replaceAll(/\s+/g, ' ')).toMatch(control)
  })

  // Each select and input of HTML drops a value that it does not know, and a saved form would clear it.
  test.each(['project', '[[Feature]]', 'recipe', 'Person'])(
    'a type that is none of the list, %s, is shown, and stays when another value is saved',
    async (type) => {
      await addOwn({ type, mood: 'calm' })
      const fields = await fieldsOf('own')
      expect(fields['new:type']).toBe(type)
      const { status } = await it.web.post(pathOf('own'), { ...fields, 'new:mood': 'glad' })
      expect([status, await propsOf('Own')]).toEqual([303, { type, mood: 'glad' }])
    },
  )

  test.each(['2026-02-30', `1${'0'.repeat(400)}`])(
    'a value that a browser takes for no day or number is words: %s',
    async (own) => {
      await addOwn({ own })
      expect((await it.web.get(pathOf('own'))).html).toMatch(/name="new:own"[^>]*type="text"/s)
    },
  )

  test('stars and options are choices', async () => {
    await it.web.writes.createPage(it.caller, { name: 'Dune', type: 'book', properties: { rating: '4' } })
    const { html } = await it.web.get(pathOf((await page('Dune'))!.id))
    expect(html).toMatch(/<select[^>]*name="new:rating".*<option value="4" selected/s)
  })

  test('a page links to it; without a plan that writes, it does not', async () => {
    expect((await it.web.get('/graph/page?name=Ada')).html).toContain(`href="${pathOf(id)}"`)
    await it.web.operators.setAccount('me', { plan: 'grace' })
    expect((await it.web.get('/graph/page?name=Ada')).html).not.toContain(pathOf(id))
    expect((await it.web.get(pathOf('none'))).status).toBe(404)
  })
})

/** The id of the change that the button undoes. */
const undoOf = (html: string): string => /action="\/graph\/undo".*?value="([^"]+)"/s.exec(html)![1]!

describe('saving', () => {
  test('writes only what changed, in one change, with Undo', async () => {
    const sent = await save({
      'new:birthday': '1815-12-11',
      'new:mood': '',
      'added-key': 'Nickname',
      'added-value': 'AAL',
      back: '/graph/page?name=Ada',
    })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/graph/page?name=Ada'])
    expect(await propsOf('Ada')).toEqual({
      type: 'person',
      birthday: '1815-12-11',
      'lives-in': '[[London]]',
      nickname: 'AAL',
    })
    const { text, html } = await it.web.get('/graph/page?name=Ada', cookieOf(sent))
    expect(text).toMatch(/Properties saved. Undo/)
    const entry = (await it.web.store.graph('me').changes.find(undoOf(html)))!
    expect(entry).toMatchObject({ action: 'set_properties', page: 'Ada', own: true })
    const keys = entry.touched.map((one) => (one.kind === 'property' ? one.key : ''))
    expect(keys.toSorted()).toEqual(['birthday', 'mood', 'nickname'])
  })

  test('a box that is not ticked any more is false', async () => {
    await it.web.writes.setProperty(it.caller, 'Ada', 'own', { value: 'true' })
    const { 'new:own': _, ...fields } = await fieldsOf()
    await it.web.post(pathOf(id), fields)
    expect((await propsOf('Ada'))['own']).toBe('false')
  })

  test('a type brings its fields', async () => {
    await save({ 'new:type': 'organization' })
    expect((await propsOf('Ada'))['type']).toBe('organization')
  })

  test('the same values change nothing; for a script, the answer has the facts of the page', async () => {
    const { total } = (await it.web.deps.changes.list('me', { limit: 1, offset: 0 })).value()
    const { status, html } = await save({}, PART)
    expect([status, html.includes('<html')]).toEqual([200, false])
    expect(html).toContain('The properties are unchanged.')
    expect(html).toContain(`data-block="page:${id}"`)
    expect((await it.web.deps.changes.list('me', { limit: 1, offset: 0 })).value().total).toBe(total)
  })

  test('another property and the blocks may change meanwhile', async () => {
    const fields = await fieldsOf()
    await it.web.writes.setProperty(it.caller, 'Ada', 'mood', { value: 'glad' })
    await it.web.writes.addBlock(it.caller, 'Ada', { text: 'new' })
    const { status } = await it.web.post(pathOf(id), { ...fields, 'new:birthday': '1815-12-11' })
    expect([status, await propsOf('Ada')]).toMatchObject([303, { birthday: '1815-12-11', mood: 'glad' }])
  })
})

describe('refused', () => {
  test('a property that changed meanwhile is shown beside what was typed; saving again replaces it', async () => {
    const fields = await fieldsOf()
    await it.web.writes.setProperty(it.caller, 'Ada', 'mood', { value: 'glad' })
    const { status, html, text } = await it.web.post(pathOf(id), { ...fields, 'new:mood': 'grave' })
    expect([status, text]).toEqual([409, expect.stringContaining('Now: glad')])
    expect(html).toMatch(/name="new:mood"[^>]*value="grave"/s)
    expect((await propsOf('Ada'))['mood']).toBe('glad')
    await it.web.post(pathOf(id), { ...fields, 'old:mood': 'glad', 'new:mood': 'grave' })
    expect((await propsOf('Ada'))['mood']).toBe('grave')
  })

  test.each([
    [{ 'new:birthday': 'someday' }, 'Birthday takes a day'],
    [{ 'new:email': 'nobody' }, 'Email takes an email address'],
    [{ 'added-key': 'a b c:', 'added-value': 'x' }, ''],
    [{ 'added-value': 'no name' }, ''],
    [{ 'new:mood': '![x](/api/files/abc)' }, 'names a file'],
  ])('%j comes back with the reason', async (changed, words) => {
    const before = await propsOf('Ada')
    const { status, html, text } = await save(changed)
    expect([status, text]).toEqual([400, expect.stringContaining(words)])
    for (const value of Object.values(changed)) expect(html).toContain(`value="${value}"`)
    expect(await propsOf('Ada')).toEqual(before)
  })

  test('a type that does not exist', async () => {
    const { status, text } = await save({ 'new:type': 'planet' })
    expect([status, text]).toEqual([400, expect.stringContaining('Type takes')])
  })

  test('in grace, without a plan, and signed out', async () => {
    const fields = { ...(await fieldsOf()), 'new:mood': 'not lost' }
    for (const [settings, status] of [
      [{ plan: 'grace' }, 402],
      [{ plan: 'none' }, 402],
      [{ allowed: false }, 403],
    ] as const) {
      await it.web.operators.setAccount('me', settings)
      const answer = await it.web.post(pathOf(id), fields)
      expect([answer.status, answer.html.includes('not lost')]).toEqual([status, true])
    }
    it.web.who.id = undefined
    const answer = await it.web.post(pathOf(id), fields)
    expect([answer.status, answer.html.includes('not lost</textarea>')]).toEqual([401, true])
  })

  test('a page that was deleted meanwhile shows what was typed', async () => {
    const fields = { ...(await fieldsOf()), 'new:mood': 'not lost' }
    const { status, text } = await it.web.post(pathOf('none'), fields)
    expect([status, text]).toEqual([404, expect.stringContaining('mood:: not lost')])
  })
})
