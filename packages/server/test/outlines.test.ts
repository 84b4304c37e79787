/**
 * Outlines over the API: nested blocks from Markdown, in one change.
 *
 * @module-tag both-stores
 */
import { randomUUID } from 'node:crypto'
import { changesService } from '@notegraph/service'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'

let api: Api
beforeEach(async () => {
  api = await openApi()
  await api.post('/pages', { name: 'Trip', blocks: ['first', 'last'] })
})

const add = (page: string, body: object) => api.post(`/pages/${page}/outline`, body)

interface Shown {
  readonly id: string
  readonly parentId: string | null
  readonly content: string
}
const blocksOf = async (page: string): Promise<Shown[]> => (await api.get(`/pages/${page}`)).body['blocks']

/** The outline of a page, with a tab for each level. */
async function outlineOf(page: string): Promise<string[]> {
  const depths = new Map<string | null, number>([[null, -1]])
  return (await blocksOf(page)).map(({ id, parentId, content }) => {
    const depth = depths.get(parentId)! + 1
    depths.set(id, depth)
    return '\t'.repeat(depth) + content
  })
}

const PLAN = '# Plan\n- [ ] buy tea\n  - green\n  ```\n  - code\n  ```\n- [x] pack\n\nA paragraph.'
const BLOCKS = ['# Plan', '\tTODO buy tea', '\t\tgreen\n```\n- code\n```', '\tDONE pack', '\tA paragraph.']

describe('[A1.1] an outline', () => {
  test.each([
    [{}, ['first', 'last', ...BLOCKS]],
    [{ position: 'end' }, ['first', 'last', ...BLOCKS]],
    [{ position: 'start' }, [...BLOCKS, 'first', 'last']],
  ])('%j is nested, in its order', async (where, outline) => {
    const { status, body } = await add('Trip', { text: PLAN, ...where })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ok: true, changed: true, total: 5, page: { name: 'Trip' } })
    expect(await outlineOf('Trip')).toEqual(outline)
    const ids = (await blocksOf('Trip')).map(({ id }) => id)
    expect(ids.filter((id) => body['ids'].blockIds.includes(id))).toEqual(body['ids'].blockIds)
  })

  test.each(['start', 'end'])('several blocks at the %s keep their order', async (position) => {
    await add('Trip', { text: '- a\n- b\n- c', position })
    const rest = ['first', 'last']
    const abc = ['a', 'b', 'c']
    expect(await outlineOf('Trip')).toEqual(position === 'start' ? [...abc, ...rest] : [...rest, ...abc])
  })

  test('goes below a parent', async () => {
    const [first] = await blocksOf('Trip')
    await add('Trip', { text: '- a\n  - b', parentId: first!.id })
    expect(await outlineOf('Trip')).toEqual(['first', '\ta', '\t\tb', 'last'])
  })

  test('creates a day', async () => {
    const { body } = await add('+1d', { text: '- a\n- b' })
    expect(body).toMatchObject({
      day: { date: '2026-11-21', zone: 'UTC' },
      ids: { pageId: 'journal-20261121' },
    })
    expect(await outlineOf('2026-11-21')).toEqual(['a', 'b'])
  })

  test('is one change in the list, and one revert removes it', async () => {
    await add('Trip', { text: PLAN })
    const { changes } = await api.graph.changes.list({ since: 0 }, { limit: 1, offset: 0 })
    expect(changes[0]).toMatchObject({ action: 'add_outline', summary: 'Added 5 blocks to Trip' })
    const list = changesService(api.store, { clock: () => api.clock.now, newId: randomUUID })
    const reverted = await list.revert(await api.operators.account('me'), changes[0]!.id)
    expect(reverted.ok && reverted.value.value()).toEqual({ ok: true, restored: 5, left: [] })
    expect(await outlineOf('Trip')).toEqual(['first', 'last'])
  })

  test('has up to 500 blocks', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, n) => `- ${n}`).join('\n')
    expect((await add('Trip', { text: lines(500) })).body['total']).toBe(500)
    const { status, body } = await add('Trip', { text: lines(501) })
    expect([status, body['error']]).toEqual([400, 'text has more than 500 blocks. Send it in several parts.'])
  })

  test.each([
    ['Trip', { text: ' \n ' }, 400, /^text is empty/],
    ['Trip', {}, 400, /^text is missing/],
    ['Trip', { text: '- a\n- b\u0007' }, 400, /^text, line 2, contains the character U\+0007 at position 3:/],
    ['Trip', { text: '\u000b\n- a' }, 400, /^text, line 1, contains the character U\+000B at position 0:/],
    [
      'Trip',
      { text: '- a\r\n\f\r\n- b' },
      400,
      /^text, line 2, contains the character U\+000C at position 0:/,
    ],
    ['Trip', { text: '- a\n- \u000b' }, 400, /^text, line 2, contains the character U\+000B at position 2:/],
    ['Trip', { text: '\u000bTitle\n===' }, 400, /^text, line 1, contains the character U\+000B/],
    ['Trip', { text: '- a\n- ![x](/api/files/abc)' }, 400, /^text, the block at line 2, names a file/],
    [
      'Trip',
      { text: '- a\n  DEADLINE: <2026-02-30>' },
      400,
      /^text, the block at line 1, contains the day "2026-02-30"/,
    ],
    [
      'Trip',
      { text: `- ${'x'.repeat(20_001)}` },
      400,
      /^text, the block at line 1, takes at most 20000 characters/,
    ],
    ['Trip', { text: 'a', parentId: 'nobody' }, 400, /is not a block on "Trip"/],
    ['Nobody', { text: 'a' }, 404, /^No page is called "Nobody"/],
  ])('to %s with %.50j is refused', async (page, body, status, words) => {
    const head = await api.graph.commits.head()
    const reply = await add(page, body)
    expect(reply.status).toBe(status)
    expect(reply.body['error']).toMatch(words)
    expect(await api.graph.commits.head()).toBe(head)
  })
})

describe('[A1.2] a new page', () => {
  test('takes an outline', async () => {
    const { body } = await api.post('/pages', { name: 'New', outline: PLAN })
    expect(body['ids'].blockIds).toHaveLength(5)
    expect(await outlineOf('New')).toEqual(BLOCKS)
  })

  test('does not take blocks and an outline', async () => {
    const { status, body } = await api.post('/pages', { name: 'New', outline: 'a', blocks: [] })
    expect([status, body['error']]).toEqual([400, 'Send either blocks or outline, not both.'])
  })
})

describe('[A1.3] a new block', () => {
  test.each([
    ['- tea', 'tea'],
    ['* tea', 'tea'],
    ['  - tea', 'tea'],
    ['- TODO tea', 'TODO tea'],
    ['- tea\n- milk', 'tea\n- milk'],
    ['-tea', '-tea'],
    ['tea\n- milk', 'tea\n- milk'],
    ['- - tea', '- tea'], // one bullet
    ['- [ ] tea', 'TODO tea'],
    ['* [x] tea', 'DONE tea'],
    ['- [ ] WAITING tea', 'WAITING tea'],
    ['- [ ]', 'TODO'],
    ['[ ] tea', '[ ] tea'], // no bullet
    ['- [ ](a) tea', '[ ](a) tea'],
  ])('%j is %j', async (text, content) => {
    const { body } = await api.post('/pages/Trip/blocks', { text })
    expect(body['block'].content).toBe(content)
  })
})
