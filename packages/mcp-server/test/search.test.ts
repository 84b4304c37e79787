/**
 * Search that an assistant can steer.
 *
 * @module-tag both-stores
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { block, NOON, page, world, type World } from './world.ts'

const LONG = `${'the mill stood by the water. '.repeat(30)}A zither played. ${'Then nothing more. '.repeat(30)}`

let it: World
beforeAll(async () => {
  it = await world({
    records: [
      page('p', 'Music'),
      page('journal-20240101', '2024-01-01'),
      page('journal-20261119', '2026-11-19'),
      block('part0000', 'p', 'zithers', { now: NOON }),
      block('long0000', 'p', LONG, { now: NOON + 1, order: 2 }),
      block('old00000', 'journal-20240101', 'a zither at last', { now: NOON + 2 }),
      page('orchard', 'Orchard'),
      page('kitchen', 'Kitchen'),
      block('tree0000', 'orchard', 'Trees in the north of the orchard', { order: 2 }),
      block('best0000', 'orchard', 'quince', { under: 'tree0000', order: 1 }),
      block('last0000', 'orchard', 'the last quince of them all, far down on this page', {
        under: 'tree0000',
        order: 2,
      }),
      block('top00000', 'orchard', 'a quince in the middle of the list', { order: 1 }),
      block('pot00000', 'kitchen', 'one quince in it', { now: NOON + 4 }),
      block('new00000', 'journal-20261119', 'one zither', { now: NOON + 3 }),
    ],
  })
})

const search = async (args: object): Promise<string> =>
  (await it.call('search', { query: 'zither', ...args })).text!
const ids = async (args: object): Promise<(string | undefined)[]> =>
  Array.from((await search(args)).matchAll(/^- .*\^(\w+)/gm), ([, id]) => id)

describe('[A5.1] match and order', () => {
  test.each([
    [{}, ['new00000', 'old00000', 'part0000', 'long0000']], // each page in outline order
    [{ match: 'word' }, ['new00000', 'old00000', 'long0000']],
    [{ order: 'day', match: 'word' }, ['old00000', 'new00000', 'long0000']],
    [{ order: '-day', match: 'word' }, ['new00000', 'old00000', 'long0000']],
    [{ order: 'relevance', match: 'word' }, ['new00000', 'old00000', 'long0000']],
    [{ order: 'relevance', limit: 2 }, ['new00000', 'old00000']],
  ])('%j', async (args, found) => expect(await ids(args)).toEqual(found))

  test('the call for the rest asks for the same', async () => {
    const call = 'search {"query":"zither","match":"word","order":"day","limit":1,"offset":1}'
    expect(await search({ match: 'word', order: 'day', limit: 1 })).toContain(`For the rest: ${call}`)
  })

  test.each([
    [{ match: 'words' }, 'match takes part or word, not "words".'],
    [{ order: 'best' }, 'order takes updated, day, -day or relevance, not "best".'],
  ])('%j is refused', async (args, words) => {
    expect((await it.call('search', { query: 'x', ...args })).error?.message).toContain(words)
  })
})

test('[A5.1] by relevance, pages are in the order of their best blocks, and blocks in that of their own', async () => {
  const text = await search({ query: 'quince', order: 'relevance' })
  expect(text.split('\n').slice(2)).toEqual([
    '## [[Orchard]]',
    '- Trees in the north of the orchard ^tree0000 (above)',
    '\t- quince ^best0000',
    '- a quince in the middle of the list ^top00000',
    '- Trees in the north of the orchard ^tree0000 (above)',
    '\t- the last quince of them all, far down on this page ^last0000',
    '',
    '## [[Kitchen]]',
    '- one quince in it ^pot00000',
  ])
  expect(await search({ query: 'quince' })).toContain('^best0000\n\t- the last quince')
})

describe('[A5.2] snippets', () => {
  test.each(['zither', '"A zither played"', '(and zither (page music))'])(
    '%s shows a long block around its words, with the call for the rest',
    async (query) => {
      const text = await search({ query, match: 'word' })
      const [, shown] = /^- (…[^]*?…) \^long0000 \(cut: (\d+) characters/m.exec(text)!
      expect(shown).toContain('A zither played.')
      expect(shown!.length).toBeLessThan(410)
      expect(text).toContain(`(cut: ${LONG.length} characters in all, read_block {"block_id":"long0000"})`)
    },
  )

  test('the call reads the whole block', async () => {
    expect((await it.call('read_block', { block_id: 'long0000' })).text).toContain(LONG)
  })
})
