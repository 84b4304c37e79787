/** Editing a block on a page of its own: saved, refused with its text, changed meanwhile, deleted meanwhile. */
import { LIMITS } from '@notegraph/contract'
import { remove } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { cookieOf } from '../open.ts'
import { openNotes, type Notes } from './notes.ts'

let it: Notes
let id: string
beforeEach(async () => {
  it = await openNotes()
  id = it.boat[1]!
})

const PART = { 'X-Notegraph-Part': '1' }
const PAGE = '/graph/page?name=Night%20boat'
const pathOf = (block: string) => `/graph/block/edit?id=${block}`
const contentOf = async (block: string) => (await it.web.store.graph('me').blocks.find(block))?.content

async function fieldsOf(block: string, headers = {}) {
  const { html, status } = await it.web.get(pathOf(block), undefined, headers)
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
  const text = /<textarea[^>]*>\n(.*?)<\/textarea>/s.exec(html)?.[1]
  return { status, html, text, fields: { if_unchanged: value('if_unchanged'), back: value('back') } }
}

const save = async (text: string, headers = {}) =>
  it.web.post(pathOf(id), { text, ...(await fieldsOf(id)).fields }, headers)

describe('the form', () => {
  test('has the raw text, and leads back to the page that opened it', async () => {
    const { status, text, fields } = await fieldsOf(id, { referer: `https://notes.example${PAGE}` })
    expect([status, text]).toEqual([
      200,
      'TODO [#A] rig the mast with [[Ada]]\nDEADLINE: &lt;2026-11-22 Sun&gt;',
    ])
    expect(fields.back).toBe(PAGE)
    expect((await fieldsOf(id)).fields.back).toBe(`/graph/block?id=${id}`)
  })

  test('each block of a page has a link to it, named after the block', async () => {
    const { html } = await it.web.get(PAGE)
    for (const block of it.boat) expect(html).toContain(`href="${pathOf(block)}"`)
    expect(html).toContain('aria-label="Edit: rig the mast with')
  })

  test('for a script, the form comes alone', async () => {
    const { html } = await it.web.get(pathOf(id), undefined, PART)
    expect([html.includes('<html'), html.includes('data-write')]).toEqual([false, true])
  })

  test('an unknown block and one with a file have none', async () => {
    expect((await fieldsOf('none')).status).toBe(404)
    const graph = it.web.store.graph('me')
    const held = (await graph.records.find(id))!
    if (held.record.kind !== 'block') throw new Error('no block')
    const words = { ...held.record.words, text: 'see ![map](/api/files/abc)', rev: 'other' }
    await graph.commits.commit({ puts: [{ record: { ...held.record, words }, from: held.seq }] })
    const { status, html } = await fieldsOf(id)
    expect([status, html.includes('<textarea')]).toEqual([409, false])
    expect(html).toContain('contains a file or a picture')
  })
})

/** The id of the change that the button undoes. */
const undoOf = (html: string): string => /action="\/graph\/undo".*?value="([^"]+)"/s.exec(html)![1]!

describe('saving', () => {
  test('sets the whole text, so that what was deleted is gone, and returns with Undo', async () => {
    const fields = { ...(await fieldsOf(id)).fields, back: PAGE }
    const sent = await it.web.post(pathOf(id), { text: 'rig **two** masts\r\ncolour:: red', ...fields })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, PAGE])
    expect(await contentOf(id)).toBe('rig **two** masts\ncolour:: red')
    const { text, html } = await it.web.get(PAGE, cookieOf(sent))
    expect(text).toMatch(/Block saved. Undo/)
    const entry = await it.web.store.graph('me').changes.find(undoOf(html))
    expect(entry).toMatchObject({ action: 'update_block', page: 'Night boat', own: true })
  })

  test('the same text changes nothing, and is not listed', async () => {
    const { total } = (await it.web.deps.changes.list('me', { limit: 1, offset: 0 })).value()
    const { html } = await save((await contentOf(id))!, PART)
    expect(html).toContain('The block is unchanged.')
    expect(html).not.toContain('Undo')
    expect((await it.web.deps.changes.list('me', { limit: 1, offset: 0 })).value().total).toBe(total)
  })

  test('for a script, the answer has the block as it is now', async () => {
    const { status, html } = await save('# Heading', PART)
    expect([status, html.includes('<html')]).toEqual([200, false])
    expect(html).toMatch(new RegExp(`data-block="${id}".*Heading`, 's'))
  })

  test.each([
    ['https://evil.example/graph'],
    ['//evil.example/graph'],
    ['/graph/../settings/changes'],
    ['/graphs'],
    ['https://'],
    ['/graph/block/edit?id=x'],
  ])('never leads to %s', async (back) => {
    const fields = { ...(await fieldsOf(id)).fields, back }
    const sent = await it.web.post(pathOf(id), { text: 'x', ...fields })
    expect(sent.headers.get('location')).toBe(`/graph/block?id=${id}`)
  })
})

describe('a refused text comes back', () => {
  test.each([
    ['white space alone', ' \n ', 400, 'The note is empty'],
    ['a day that is not on the calendar', 'words\nDEADLINE: 2026-02-30', 400, 'not on the calendar'],
    ['a text that is too long', 'x'.repeat(LIMITS.blockText + 1), 400, 'at most 20000 characters'],
    ['a file', '![x](/api/files/abc)', 400, 'names a file'],
  ])('%s', async (_, text, status, words) => {
    const answer = await save(text)
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)])
    expect(answer.html).toContain(`\n${text}</textarea>`)
    expect(await contentOf(id)).toMatch(/^TODO/)
  })

  test('beside the current text, if the block changed meanwhile; saving again replaces it', async () => {
    const { fields } = await fieldsOf(id)
    await it.web.writes.updateBlock(it.caller, id, { text: 'DONE sail <at once>' })
    const answer = await it.web.post(pathOf(id), { text: 'my words', ...fields })
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('nothing was saved')])
    expect(answer.html).toMatch(/<pre[^>]*>DONE .*sail &lt;at once&gt;/)
    expect(answer.html).toContain('\nmy words</textarea>')
    expect(await contentOf(id)).toMatch(/^DONE/)
    const next = /name="if_unchanged" value="([^"]*)"/.exec(answer.html)![1]!
    expect((await it.web.post(pathOf(id), { text: 'my words', if_unchanged: next })).status).toBe(303)
    expect(await contentOf(id)).toBe('my words')
  })

  test('to be added to today, if the block was deleted meanwhile', async () => {
    const { fields } = await fieldsOf(id)
    const graph = it.web.store.graph('me')
    const held = (await graph.records.find(id))!
    await graph.commits.commit({ puts: [{ record: remove(held.record, it.web.clock.now), from: held.seq }] })
    const answer = await it.web.post(pathOf(id), { text: 'my words', ...fields })
    expect(answer.status).toBe(404)
    expect(answer.html).toMatch(/action="\/graph\/capture".*my words<\/textarea>/s)
  })

  test('in grace, without a plan, and signed out', async () => {
    const { fields } = await fieldsOf(id)
    for (const [settings, status] of [
      [{ plan: 'grace' }, 402],
      [{ plan: 'none' }, 402],
      [{ allowed: false }, 403],
    ] as const) {
      await it.web.operators.setAccount('me', settings)
      const answer = await it.web.post(pathOf(id), { text: 'my words', ...fields })
      expect([answer.status, answer.html.includes('\nmy words</textarea>')]).toEqual([status, true])
    }
    it.web.who.id = undefined
    const answer = await it.web.post(pathOf(id), { text: 'my words', ...fields })
    expect([answer.status, answer.html.includes('\nmy words</textarea>')]).toEqual([401, true])
    expect(answer.html).toContain(`name="if_unchanged" value="${fields.if_unchanged}"`)
  })
})
