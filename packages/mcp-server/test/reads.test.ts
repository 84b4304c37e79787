/**
 * The pages, days and blocks that the tools read.
 *
 * @module-tag both-stores
 */
import { notesService } from '@notegraph/service'
import { beforeAll, describe, expect, test } from 'vitest'
import { id, records } from './notes.ts'
import { asWritten } from '../src/markdown/visible.ts'
import { block, page, world, type World } from './world.ts'

let it: World
beforeAll(async () => {
  it = await world({ records, zone: 'Europe/Berlin' })
})
const textOf = async (tool: string, args: object = {}) => (await it.call(tool, args)).text

/** The version has a test of its own. */
const withoutVersion = (text: string): string =>
  text.replace(/(?:, |\nThe page has |\n\nThe block \^\S+ has )version [\w-]{8}\.?(?: Made .*\.)?/, '')
const read = async (tool: string, args: object = {}) => withoutVersion((await textOf(tool, args))!)

describe('[2] read_page', () => {
  test('fields, properties and tags on top, then the outline, each block with its id', async () => {
    expect(await read('read_page', { name: 'countess' })).toBe(`# [[Ada Lovelace]]
person, 5 blocks, 29 words, edited 2026-11-20 13:00
  also: [[Countess]], [[Enchantress of Numbers]]
  tags: [[engines]]
  Birthday: 1815-12-10
  Works at: [[Analytical Society]], [[Royal Society]]
  mood:: calm

- ## Work ^00000001
\t- wrote the first program for the [[Analytical Engine]] #engines ^00000002
\t\t- with a table of operations ^00000003
\t- see ((00000003-0000-4000-8000-000000000000)) ^00000004 reads: "with a table of operations"
- a program ^00000005
  in two lines

  and a third`)
  })

  test('a part of it begins with what it is nested under', async () => {
    expect(await read('read_page', { name: 'Ada Lovelace', limit: 2, offset: 2 })).toBe(`# [[Ada Lovelace]]

- ## Work ^00000001 (above)
\t- wrote the first program for the [[Analytical Engine]] #engines ^00000002 (above)
\t\t- with a table of operations ^00000003
\t- see ((00000003-0000-4000-8000-000000000000)) ^00000004 reads: "with a table of operations"

Blocks 3-4 of 5. For the rest: read_page {"name":"Ada Lovelace","limit":2,"offset":4}`)
  })

  test.each([
    [
      'Empty',
      '# [[Empty]]\npage, no blocks, edited 2026-11-20 13:00\n\nTo add a block: add_block {"page":"Empty","text":"…"}',
    ],
    [
      'a board',
      '# [[A board]]\nwhiteboard, no blocks, favorite, edited 2026-11-20 12:00\n\nTo add a block: add_block {"page":"A board","text":"…"}',
    ],
    [
      '2026_11_19',
      '# [[Nov 19th, 2026]]\njournal, 2026-11-19 Thu, 1 block, 1 word, edited 2026-11-20 13:00\n  mood:: grey\n\n- sun ^00000021',
    ],
  ])('%s', async (name, text) => expect(await read('read_page', { name })).toBe(text))

  test('is empty past its end', async () => {
    expect(await read('read_page', { name: 'Ada Lovelace', offset: 5 })).toBe(
      '# [[Ada Lovelace]]\n\nOffset 5 is past the end; the total is 5.',
    )
  })
})

describe('[A4.4] a part of a page, and several pages', () => {
  test('depth shows some levels, and says how many blocks are folded away', async () => {
    expect(await textOf('read_page', { name: 'Ada Lovelace', depth: 1 })).toMatch(
      /\n- ## Work \^00000001 \(3 blocks folded away\)\n- a program \^00000005\n {2}in two lines\n\n {2}and a third$/,
    )
    expect(await textOf('read_page', { name: 'Ada Lovelace', depth: 2, limit: 2 })).toMatch(
      /\n\t- wrote .* \^00000002 \(1 block folded away\)\n\nBlocks 1-2 of 4\. For the rest: read_page \{"name":"Ada Lovelace","depth":2,"limit":2,"offset":2\}$/,
    )
  })

  test('section shows the blocks under a block, in their place', async () => {
    expect(await read('read_page', { name: 'countess', section: '## work', depth: 1 }))
      .toBe(`# [[Ada Lovelace]]

- ## Work ^00000001 (above)
\t- wrote the first program for the [[Analytical Engine]] #engines ^00000002 (1 block folded away)
\t- see ((00000003-0000-4000-8000-000000000000)) ^00000004 reads: "with a table of operations"`)
  })

  test('the section of a heading has what follows, if nothing is nested under it', async () => {
    const records = ['# Plan', 'sow', '# Harvest'].map((words, n) =>
      block(id(200 + n), 'p-field', words, { order: n }),
    )
    const it = await world({ records: [page('p-field', 'Field'), ...records] })
    const { text } = await it.call('read_page', { name: 'Field', section: 'plan' })
    expect(withoutVersion(text!)).toBe('# [[Field]]\n\n- # Plan ^00000200 (above)\n- sow ^00000201')
  })

  test('a block with nothing under it is shown itself', async () => {
    expect(await read('read_page', { name: 'Ada Lovelace', section: 'with a table' }))
      .toBe(`# [[Ada Lovelace]]

- with a table of operations ^00000003

No blocks under it. To add one: add_block {"page":"Ada Lovelace","text":"…","parent_id":"00000003"}`)
  })

  test('several names are read one after the other', async () => {
    const alone = [
      await textOf('read_page', { name: 'Empty' }),
      await textOf('read_page', { name: 'Plans' }),
      await textOf('read_page', { name: 'Ada Lovelace' }),
    ]
    expect(await textOf('read_page', { name: 'Empty', more: ['Plans', 'Ada Lovelace'] })).toBe(
      alone.join('\n\n'),
    )
  })

  test('each of several pages says how to get its rest, and the last line how to get further pages', async () => {
    const text = 'x'.repeat(950)
    const long = (name: string) => [
      page(`p-${name}`, name),
      ...Array.from({ length: 60 }, (_, n) =>
        block(`${name}-${n}-00000000`, `p-${name}`, text, { order: n }),
      ),
    ]
    const it = await world({ records: [...long('one'), ...long('two'), ...long('three')] })
    const answer = (await it.call('read_page', { name: 'one', more: ['two', 'three'] })).text!
    expect(answer.length).toBeLessThanOrEqual(100_000)
    expect(answer).toMatch(
      /\n\nBlocks 1-\d\d of 60\. For the rest: read_page \{"name":"two","offset":\d\d\}\n/,
    )
    expect(answer).toMatch(/\n\nMore pages: read_page \{"name":"three"\}$/)
  })

  test.each([
    [
      { name: 'Plans', section: 'Weather' },
      /^No block on "Plans" has the words "Weather"\. Read the page with depth 2/,
    ],
    [{ name: 'Plans', more: ['Nobody'] }, /^No page is called "Nobody"/],
  ])('%j is refused', async (args, words) => {
    const { text, isError } = await it.call('read_page', args)
    expect([text, isError]).toEqual([expect.stringMatching(words), true])
  })
})

describe('[3] read_day', () => {
  test.each([
    ['today', '# 2026-11-20 Fri, today\n1 block, 4 words\n\n- rain on the engine ^00000020'],
    [
      'yesterday',
      '# 2026-11-19 Thu, yesterday\n[[Nov 19th, 2026]], 1 block, 1 word\n  mood:: grey\n\n- sun ^00000021',
    ],
    [
      '2026-11-21',
      '# 2026-11-21 Sat, tomorrow\nNo notes on this day yet.\n\nTo add a block: add_block {"page":"2026-11-21","text":"…"}',
    ],
  ])('%s', async (date, text) => expect(await read('read_day', { date })).toBe(text))

  test('[D1.6] today is where the caller is', async () => {
    const tokyo = await it.call('read_day', { date: 'today' }, { zone: 'Pacific/Kiritimati' })
    expect(tokyo.text).toMatch(/^# 2026-11-21 Sat, today\n/)
  })
})

test('[A8.2] a read shows a version, which the API shows too, and which changes with what is read', async () => {
  const versionIn = async (tool: string, args: object) =>
    /version ([\w-]{8})/.exec((await textOf(tool, args))!)?.[1]
  const calls = [
    ['read_page', { name: 'Ada Lovelace' }],
    ['read_page', { name: 'Ada Lovelace', limit: 1 }],
    ['read_day', { date: 'today' }],
    ['read_block', { block_id: '00000002' }],
  ] as const
  const notes = notesService(it.store, () => it.clock.now)
  const all = { limit: 1, offset: 0 }
  const [page, day, block] = await Promise.all([
    notes.readPage(it.caller, 'Ada Lovelace', all),
    notes.readDay(it.caller, 'today', all),
    notes.readBlock(it.caller, '00000002-0000-4000-8000-000000000000'),
  ])
  const versions = [page, page, day, block].map((one) => one.ok && one.value.value().version)
  expect(await Promise.all(calls.map(async ([tool, args]) => versionIn(tool, args)))).toEqual(versions)
  expect(await textOf('read_day', { date: '2026-11-21' })).not.toContain('version')
})

describe('[4] read_block', () => {
  test('a block in its place, with what is under it', async () => {
    expect(await read('read_block', { block_id: '00000002' })).toBe(`## [[Ada Lovelace]]
- ## Work ^00000001 (above)
\t- wrote the first program for the [[Analytical Engine]] #engines ^00000002
\t\t- with a table of operations ^00000003`)
  })

  test('with the call for the rest, where much is under it', async () => {
    const many = Array.from({ length: 120 }, (_, n) =>
      block(`many-${n}-0000`, 'p', `line ${n}`, { order: n, under: 'root-0000' }),
    )
    const it = await world({
      records: [
        page('p', 'P'),
        block('root-0000', 'p', 'root', { order: 5 }),
        block('first-0000', 'p', 'first'),
        ...many,
      ],
    })
    const { text } = await it.call('read_block', { block_id: 'root-0000' })
    expect(text).toMatch(
      /- line 99 \^many-99-\n\nThe block \^root-000 has version [\w-]{8}\. Made .*\.\n20 more nested blocks: read_page \{"name":"P","offset":102,"limit":20\}$/,
    )
    const rest = await it.call('read_page', { name: 'P', offset: 102, limit: 20 })
    expect(rest.text).toMatch(/- line 100 [^]*- line 119 /)
  })
})

test('[A4.4] read_page shows each property that a write could replace, whatever its value', async () => {
  const odd = await world({
    records: [
      page('p-odd', 'Odd', [
        ['type', 'recipe'],
        ['alias', ', ,'],
        ['tags', '[[]]'],
        ['mood', 'calm'],
      ]),
    ],
  })
  const { text = '' } = await odd.call('read_page', { name: 'Odd' })
  expect(text.split('\n').filter((line) => line.includes(':: '))).toEqual([
    '  type:: recipe',
    '  alias:: , ,',
    '  tags:: [[]]',
    '  mood:: calm',
  ])
})

test('[A4.4] read_page shows a property that has the value of a field, and the words beside links', async () => {
  const typed = await world({
    records: [
      page('p-typed', 'Typed', [
        ['type', 'person'],
        ['country', 'Norway'],
        ['birthplace', 'Norway'],
        ['knows', '[[Ada]], Mira'],
        ['mentor', '[[Ada]]'],
        ['works-at', '[[Mill]] until 2020'],
        ['alias', 'Kari, K.'],
        ['tags', '#work and rest'],
      ]),
    ],
  })
  const { text = '' } = await typed.call('read_page', { name: 'Typed' })
  expect(text.split('\n').filter((line) => line.startsWith('  '))).toEqual([
    '  also: [[Kari]], [[K.]]',
    '  tags: [[work]]',
    '  Works at: [[Mill]]',
    '  Knows: [[Ada]], [[Mira]]',
    '  Country: Norway',
    '  birthplace:: Norway',
    '  mentor:: [[Ada]]',
    '  works-at:: [[Mill]] until 2020',
    '  tags:: #work and rest',
  ])
})

test.each([
  ['yesterday', '# 2026-11-19 Thu, yesterday'],
  ['friday', '# 2026-11-27 Fri, in 7 days'],
  ['+1m', '# 2026-12-20 Sun, in 30 days'],
])('[A6] read_day of %s says which day it is', async (date, line) => {
  expect((await textOf('read_day', { date }))?.split('\n', 1)).toEqual([line])
})

describe('[A13.2] a name as answers show it', () => {
  test.each(['[[Empty]]', '#Empty', '#[[empty]]', ' [[Empty]] '])('%j is that page', async (name) => {
    expect(await textOf('read_page', { name })).toMatch(/^# \[\[Empty\]\]\n/)
  })

  test('unless a page has that very name', async () => {
    const other = await world({ records: [page('a', 'Empty'), page('b', '#Empty'), page('c', '[[Empty]]')] })
    expect((await other.call('read_page', { name: '#empty' })).text).toMatch(/^# \[\[#Empty\]\]\n/)
    expect((await other.call('read_page', { name: '[[Empty]]' })).text).toContain('Empty')
  })

  test('in writes too, and of days', async () => {
    const other = await world({ records: [page('a', 'Garden')] })
    expect((await other.call('add_block', { page: '[[Garden]]', text: 'x' })).text).toMatch(
      /^Added a block to \[\[Garden\]\]\./,
    )
    expect((await other.call('add_block', { page: '[[2026-11-20]]', text: 'x' })).text).toMatch(
      /^Added a block to 2026-11-20 Fri/,
    )
    expect((await other.call('create_page', { name: '#Garden' })).text).toMatch(/^Created \[\[#Garden\]\]/)
  })
})

describe('[A12.5] a text that is longer than an answer', () => {
  test('is read in parts, each with the call for the next', async () => {
    const text = Array.from({ length: 30_000 }, (_, n) => `line ${n}`).join('\n')
    const other = await world({ records: [page('p', 'P'), block('long-00000', 'p', text)] })
    let read = ''
    let call: [string, object] | undefined = ['read_page', { name: 'P' }]
    for (let n = 0; call && n < 9; n++) {
      const { text: answer = '' } = await other.call(...call)
      const next = /\(cut: \d+ of \d+ characters, read_block (\{.*?\})\)/.exec(answer)
      expect(/\nThe text goes on: read_block (.*)$/.exec(answer)?.[1]).toBe(next?.[1])
      const shown = /^- …?([^]*?)(?:… )?(?:\^long-000.*)?$/m.exec(answer)![0]
      read += shown
      call = next ? ['read_block', JSON.parse(next[1]!) as object] : undefined
      expect(answer.length).toBeLessThanOrEqual(100_000)
    }
    expect(call).toBeUndefined()
    for (const n of [0, 9_999, 29_999]) expect(read.includes(`line ${n}`) || n > 0).toBe(true)
  })

  test('goes on at a character, and not beyond the end', async () => {
    const other = await world({ records: [page('p', 'P'), block('long-00000', 'p', 'one two three')] })
    const { text } = await other.call('read_block', { block_id: 'long-00000', from: 8 })
    expect(text).toMatch(/\n- …three \^long-000\n/)
    const { error } = await other.call('read_block', { block_id: 'long-00000', from: 13 })
    expect(error?.message).toMatch(/^from takes a place in the text of the block, which has 13 characters/)
  })
})

test('[A12.5] the smallest picture is cut too', async () => {
  const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const other = await world({
    records: [page('p', 'P'), block('dot-00000', 'p', `a ![dot](data:image/gif;base64,${gif}) b`)],
  })
  const { text } = await other.call('read_page', { name: 'P' })
  expect(text).toContain('- a ![dot](data:image/gif, 1 KB) b ^dot-0000')
})

test('[A12.5] a data address is cut to its type and size, and comes back whole in a write', async () => {
  const data = `data:image/png;base64,${'QUJD'.repeat(400_000)}`
  const other = await world({
    records: [page('p', 'P'), block('data-00000', 'p', `before\n![pic](${data})\nafter`)],
  })
  const { text } = await other.call('read_page', { name: 'P' })
  expect(text).toContain('- before ^data-000\n  ![pic](data:image/png, 1.2 MB)\n  after')
  const shown = 'before\n![pic](data:image/png, 1.2 MB)\nthen'
  await other.call('update_block', { block_id: 'data-00000', find: 'after', replace: 'then' })
  expect((await other.call('read_block', { block_id: 'data-00000' })).text).toContain('  then')
  expect(asWritten(shown, `before\n![pic](${data})\nafter`)).toBe(`before\n![pic](${data})\nthen`)
})
