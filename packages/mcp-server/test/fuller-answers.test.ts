/**
 * [A12] Answers that save the next call, over the tools.
 *
 * @module-tag both-stores
 */
import { describe, expect, test } from 'vitest'
import { INSTRUCTIONS } from '../src/index.ts'
import { id } from './notes.ts'
import { block, NOON, page, world } from './world.ts'

const DAY = 86_400_000

const TRIP = [
  page('p', 'Trip'),
  block(id(1), 'p', 'TODO pack for the [[Ferry]]'),
  block(id(2), 'p', 'ropes', { under: id(1) }),
  block(id(3), 'p', 'two of them', { under: id(2) }),
  block(id(4), 'p', 'tent', { under: id(1), order: 2 }),
  page('f', 'Ferry'),
]

test('[A7] a change lists a block that only moved as moved', async () => {
  const it = await world({ records: TRIP })
  await it.call('move_blocks', { block_ids: [id(2)], page: 'Ferry' }, { may: ['organize'] })
  const { text } = await it.call('list_changes')
  expect(text).toContain('  block ^00000002\n    moved: "ropes"\n  block ^00000003\n    moved: "two of them"')
})

describe('[A12.2] what is nested under found blocks', () => {
  test.each([
    [
      'search',
      { query: 'pack' },
      `1 block matches.\n\n## [[Trip]]\n- TODO pack for the [[Ferry]] ^00000001 (3 nested)`,
    ],
    [
      'search',
      { query: '"pack"', nested: 2 },
      `1 block matches.

## [[Trip]]
- TODO pack for the [[Ferry]] ^00000001 (3 nested, 2 shown)
\t- ropes ^00000002
\t\t- two of them ^00000003`,
    ],
    [
      'search',
      { query: '(or pack ropes)', nested: 20, order: 'relevance' },
      `2 blocks match.

## [[Trip]]
- TODO pack for the [[Ferry]] ^00000001 (above)
\t- ropes ^00000002 (1 nested)
\t\t- two of them ^00000003
- TODO pack for the [[Ferry]] ^00000001 (3 nested)
\t- ropes ^00000002 (1 nested)
\t\t- two of them ^00000003
\t- tent ^00000004`,
    ],
    [
      'read_links',
      { name: 'Ferry', nested: 1 },
      `1 block and no fields link to [[Ferry]].

## [[Trip]]
- TODO pack for the [[Ferry]] ^00000001 (3 nested, 1 shown)
\t- ropes ^00000002`,
    ],
    [
      'list_tasks',
      { nested: '2' },
      `1 open task; today is 2026-11-20 Fri.

## No day
- TODO pack for the [[Ferry]] ^00000001 on [[Trip]] (3 nested, 2 shown)
\t- ropes ^00000002
\t\t- two of them ^00000003`,
    ],
    ['list_tasks', { nested: 21 }, 'nested takes a whole number from 0 to 20, not 21. Fix the request.'],
  ])('%s %j', async (tool, args, text) => {
    const it = await world({ records: TRIP })
    const outcome = await it.call(tool, args)
    expect(outcome.text ?? outcome.error?.message).toBe(text)
  })

  test('the call for the rest asks for them again', async () => {
    const it = await world({ records: [...TRIP, block(id(5), 'p', 'TODO pack again', { order: 2 })] })
    expect((await it.call('search', { query: 'pack', nested: 1, limit: 1 })).text).toMatch(
      /search \{"query":"pack","nested":1,"limit":1,"offset":1\}$/,
    )
    expect((await it.call('list_tasks', { nested: 1, limit: 1 })).text).toMatch(
      /list_tasks \{"nested":1,"after":"0000000.","limit":1\}$/,
    )
  })
})

describe('[A12.2] tasks', () => {
  test('show both dates, with their hours and repeaters', async () => {
    const it = await world({
      records: [
        page('p', 'Plans'),
        block(
          id(1),
          'p',
          'TODO call\nDEADLINE: <2026-11-22 Sun 09:00-10:30 .+1w> SCHEDULED: <2026-11-21 Sat>',
        ),
        block(id(2), 'p', 'TODO rest\nSCHEDULED: <2026-11-19 Thu ++1d>'),
      ],
    })
    const { text } = await it.call('list_tasks')
    expect(text).toContain(
      '- TODO call ^00000001 deadline 2026-11-22 Sun 09:00-10:30 .+1w, in 2 days, scheduled 2026-11-21 Sat, on [[Plans]]',
    )
    expect(text).toContain('- TODO rest ^00000002 scheduled 2026-11-19 Thu ++1d, yesterday, on [[Plans]]')
  })

  test('show the day on which they were finished, canceled ones apart', async () => {
    const it = await world({
      records: [
        page('p', 'Plans'),
        block(id(1), 'p', 'TODO sow'),
        block(id(2), 'p', 'TODO mow\nSCHEDULED: <2026-11-19 Thu>'),
      ],
    })
    await it.call('set_task', { block_id: id(1), state: 'done' })
    await it.call('set_task', { block_id: id(2), state: 'canceled' })
    it.clock.now = NOON + DAY
    expect((await it.call('list_tasks', { status: 'done' })).text)
      .toBe(`2 finished tasks; today is 2026-11-21 Sat.

## Done
- DONE sow ^00000001 finished 2026-11-20 Fri, yesterday, on [[Plans]]

## Canceled
- CANCELED mow ^00000002 canceled 2026-11-20 Fri, yesterday, scheduled 2026-11-19 Thu, 2 days ago, on [[Plans]]`)
  })
})

describe('[A12.1] list_pages', () => {
  test.each([[{ show: 'rating, finished' }], [{ show: ['rating', 'finished'] }]])(
    '%j puts values beside each name',
    async (args) => {
      const it = await world({
        records: [
          page('a', 'Sketch', [['type', 'book'], ['rating', '5'], ['finished', '2026-11-19 "early"']]), // prettier-ignore
          page('b', 'Letters', [['type', 'book']]),
        ],
      })
      expect((await it.call('list_pages', { type: 'book', ...args })).text).toBe(`2 pages of type book.

- [[Sketch]] book, 0 blocks, edited 2026-11-20; rating "5"; finished "2026-11-19 \\"early\\""
- [[Letters]] book, 0 blocks, edited 2026-11-20`)
      expect((await it.call('list_pages', { property: 'rating>4', limit: 1 })).text).toMatch(
        /^1 page with property "rating>4"\./,
      )
    },
  )

  test('the call for the rest shows them again', async () => {
    const it = await world({ records: [page('a', 'One'), page('b', 'Two')] })
    expect((await it.call('list_pages', { show: 'rating', limit: 1 })).text).toMatch(
      /list_pages \{"show":\["rating"\],"limit":1,"offset":1\}$/,
    )
  })
})

describe('[A12.3] when and by whom', () => {
  const records = [page('p', 'Plans'), block(id(1), 'p', 'sow rye'), block(id(2), 'p', 'mow', { order: 2 })]

  test('read_block says when a block was made and edited, and lists what was replaced here', async () => {
    const it = await world({ records })
    it.clock.now = NOON + DAY
    await it.call('update_block', { block_id: id(1), text: 'sow oats' })
    expect((await it.call('read_block', { block_id: id(1) })).text).toMatch(
      /^## \[\[Plans\]\]\n- sow oats \^00000001\n\nTexts that you replaced:\n- until 2026-11-21 12:00: "sow rye"\n\nThe block .* Made 2026-11-20 12:00, edited 2026-11-21 12:00 by the token "Test"\.$/,
    )
    const other = await it.call('read_block', { block_id: id(1) }, { tokenId: 'other' })
    expect(other.text).not.toContain('sow rye')
    expect(other.text).toContain('by the token "Test"')
    expect((await it.call('read_block', { block_id: id(2) })).text).toMatch(/edited 2026-11-20 12:00\.$/)
  })

  test('read_page says when and by whom a page was changed last, also by a deletion', async () => {
    const it = await world({ records })
    const head = async () => /edited .*/.exec((await it.call('read_page', { name: 'Plans' })).text!)![0]
    expect(await head()).toBe('edited 2026-11-20 12:00')
    it.clock.now = NOON + DAY
    await it.call('delete_blocks', { block_ids: [id(1)] })
    expect(await head()).toBe('edited 2026-11-21 12:00 by the token "Test"')
  })
})

describe('[A12.4] read_links of a block', () => {
  test('shows what refers to it', async () => {
    const it = await world({
      records: [
        page('p', 'Plans'),
        block(id(1), 'p', 'sow rye'),
        block(id(2), 'p', `see ((${id(1)}))`, { order: 2 }),
        block(id(3), 'p', 'soon', { under: id(2) }),
      ],
    })
    expect((await it.call('read_links', { block_id: '00000001' })).text)
      .toBe(`1 block refers to ^00000001 "sow rye".

## [[Plans]]
- see ((${id(1)})) ^00000002 reads: "sow rye" (1 nested)`)
    expect((await it.call('read_links', { block_id: id(3) })).text).toBe(
      'No blocks refer to ^00000003 "soon".',
    )
  })

  test.each([
    [{}, /^read_links takes name, or block_id for a block\./],
    [{ name: 'A', block_id: '00000001' }, /^read_links takes name, or block_id for a block\./],
    [{ block_id: 'nothing-there' }, /^No block has the id "nothing-there"/],
  ])('%j is refused', async (args, words) => {
    const { text, error } = await (await world()).call('read_links', args)
    expect(text ?? error?.message).toMatch(words)
  })
})

describe('[A12.5] a section that fits several places', () => {
  const records = [
    page('p', 'Year'),
    block(id(1), 'p', '# Spring'),
    block(id(2), 'p', '## Notes', { under: id(1) }),
    block(id(3), 'p', 'sow rye', { under: id(2) }),
    block(id(4), 'p', 'in rows', { under: id(3) }),
    block(id(5), 'p', 'before May', { under: id(4) }),
    block(id(6), 'p', '## Notes', { order: 2 }),
    ...Array.from({ length: 12 }, (_, n) => block(id(10 + n), 'p', `line ${n}`, { under: id(6), order: n })),
    block(id(30), 'p', 'notes of others', { order: 3 }),
  ]

  test('shows the outline of each and asks which', async () => {
    const it = await world({ records })
    const { text } = await it.call('read_page', { name: 'year', section: 'notes' })
    const lines = Array.from({ length: 10 }, (_, n) => `\t- line ${n} ^000000${10 + n}`).join('\n')
    expect(text).toMatch(/^# \[\[Year\]\]\nThe page has version [\w-]{8}\.\n/)
    expect(text!.split('\n').slice(2).join('\n')).toBe(`2 places on the page fit this section:

- # Spring ^00000001 (above)
\t- ## Notes ^00000002
\t\t- sow rye ^00000003
\t\t\t- in rows ^00000004 (1 block folded away)

- ## Notes ^00000006
${lines}
(2 more blocks here)

Which one is meant? Choose it by its id: read_page {"name":"Year","section":"^00000002"}`)
    const chosen = await it.call('read_page', { name: 'year', section: '^00000002' })
    expect(chosen.text).toContain('before May')
    expect(chosen.text).not.toContain('line 1')
  })

  test.each([
    ['# Notes', '^00000031'],
    ['todo notes', '^00000032'],
  ])('is the one that is written as %s, marks included', async (section, expected) => {
    const more = [block(id(31), 'p', '# Notes', { order: 4 }), block(id(32), 'p', 'TODO Notes', { order: 5 })]
    const it = await world({ records: [...records, ...more] })
    expect((await it.call('read_page', { name: 'year', section })).text).toContain(expected)
    expect((await it.call('read_page', { name: 'year', section: 'notes' })).text).toContain('3 places')
  })

  test('an id of a block on another page is none', async () => {
    const it = await world({ records: [...records, page('q', 'Other')] })
    expect((await it.call('read_page', { name: 'Other', section: '^00000002' })).text).toMatch(
      /^No block on "Other" has the words/,
    )
  })
})

test('[A12.5] the bytes of a file in a text are shown in no answer', async () => {
  const bytes = (n: number): string => 'QUJD'.repeat(1_000 + n)
  const data = `![pic](data:image/png;base64,${bytes(0)})`
  const it = await world({
    records: [page('p', 'Plans', [['cover', data]]), block(id(1), 'p', `TODO ${data}`)],
  })
  await it.call('update_block', { block_id: id(1), find: 'pic', replace: 'cat' })
  const calls: [tool: string, args: object][] = [
    ['read_page', { name: 'Plans' }],
    ['list_pages', { show: 'cover' }],
    ['read_block', { block_id: id(1) }],
    ['list_tasks', {}],
    ['search', { query: 'cat' }],
    ['list_changes', {}],
  ]
  for (const [tool, args] of calls) {
    const { text } = await it.call(tool, args)
    expect(text).toContain('data:image/png, 3 KB')
    expect(text).not.toContain('QUJD')
  }
})

describe('[A12.6] search', () => {
  const records = [
    page('c', 'Kitten'),
    page('d', 'Wild cat'),
    page('p', 'Plans'),
    block(id(1), 'p', 'feed the cat | dog\neffort:: 2h\nsource:: [[Book]]'),
    block(id(2), 'p', 'cat nap', { order: 2, now: NOON - 1 }),
    block(id(3), 'p', 'twice', { under: id(2) }),
    block(id(4), 'p', 'again', { under: id(3) }),
  ]

  test.each([['effort, Source'], [['effort', 'Source']]])('lists a table of %j', async (show) => {
    const it = await world({ records })
    expect((await it.call('search', { query: '(and "cat")', show })).text).toBe(`2 blocks match.

| block | page | effort | Source |
| --- | --- | --- | --- |
| "feed the cat \\| dog" ^00000001 | [[Plans]] | "2h" | "[[Book]]" |
| "cat nap" ^00000002 (2 nested) | [[Plans]] |  |  |`)
    expect((await it.call('search', { query: '(and "cat")', show, limit: 1 })).text).toMatch(
      /For the rest: search \{"query":"\(and \\"cat\\"\)","show":\["effort","Source"\],"limit":1,"offset":1\}$/,
    )
    // [A12.2] A table shows no nested blocks.
    expect((await it.call('search', { query: '(and "cat")', show, nested: 1 })).text).toContain(
      ' (2 nested) |',
    )
  })

  test('finds pages by name for plain words joined by or', async () => {
    const it = await world({ records })
    const { text } = await it.call('search', { query: '(or kitten (or cat [[Plans]]))' })
    expect(text).toMatch(
      /^3 pages by name or property:\n- \[\[Kitten\]\] .*\n- \[\[Wild cat\]\] .*\n- \[\[Plans\]\] .*\n\n2 blocks match\.\n/,
    )
    for (const query of ['(and kitten cat)', '(or kitten (todo TODO))', '(not kitten)'])
      expect((await it.call('search', { query })).text).not.toContain('by name')
  })
})

describe('[A12.7] a change of several pages', () => {
  const records = [
    page('k', 'Kiel'),
    page('q', 'Crew', [['lead', '[[Kiel]]']]),
    page('journal-20261130', '2026-11-30'),
    block(id(1), 'k', 'sow'),
    block(id(2), 'k', 'see [[Kiel]]', { order: 2 }),
  ]

  test('names each property with its page, before and after the revert', async () => {
    const it = await world({ records })
    await it.call('rename_page', { name: 'Kiel', to: 'Bonn' })
    const { text = '' } = await it.call('list_changes')
    expect(text).toContain('\n  property name of [[Bonn]]\n    before: "Kiel"\n')
    expect(text).toContain('\n  property lead of [[Crew]]\n    before: "[[Kiel]]"\n')
    await it.call('update_block', { block_id: id(2), text: 'see [[Bonn]] soon' })
    const change_id = /^## (\w{8})$/m.exec(text)![1]
    expect((await it.call('revert_change', { change_id })).text).toBe(`Undone: 2 items restored.
- property name of [[Kiel]]: "Kiel"
- property lead of [[Crew]]: "[[Kiel]]"

1 item stayed:
- block ^00000002: Changed again after this change.
The person can restore earlier states, under History of the page in the browser.`)
  })

  test.each([
    ['friday', '1 change on 2026-11-27 Fri.'],
    ['kiel', '1 change on [[Kiel]].'],
    ['crew', 'No changes on [[Crew]].'],
    ['Nope', 'No changes; no page has the name "Nope".'],
  ])('[A6] list_changes of the page %j: %s', async (name, words) => {
    const it = await world({ records })
    for (const to of ['friday', 'Kiel']) await it.call('add_block', { page: to, text: 'x' })
    expect((await it.call('list_changes', { page: name })).text!.split('\n', 1)[0]).toBe(words)
  })

  test('names pages by their names', async () => {
    const it = await world({ records: records.slice(0, 1) })
    await it.call('add_block', { page: '2026-11-30', text: 'x' })
    expect((await it.call('list_changes')).text).toMatch(/\n {2}page \[\[2026-11-30\]\]\n/)
  })
})

describe('[A12.8] what the tools cannot do says who can, and where', () => {
  const records = [
    page('p', 'Plans'),
    block(id(1), 'p', 'sow'),
    block(id(2), 'p', '![x](/api/files/f1)', { order: 2 }),
  ]
  const PERSON = /The person .* (?:in the browser|under History of the page in the browser)/

  test('the instructions, and a tool that does not exist', async () => {
    expect(INSTRUCTIONS).toMatch(/The rest is for the person, in the browser: Sharing, /)
    const { error } = await (await world()).call('publish_site', {})
    expect(error?.message).toMatch(PERSON)
  })

  test("another token's change", async () => {
    const it = await world({ records })
    await it.call('update_block', { block_id: id(1), text: 'mow' })
    const change_id = /"change_id":"(.*?)"/.exec((await it.call('list_changes')).text!)?.[1] ?? '00000000'
    const { text } = await it.call('revert_change', { change_id }, { tokenId: 'other' })
    expect(text).toMatch(/^No change in the list has the id/)
    expect(text).toMatch(PERSON)
  })

  test('what was edited later', async () => {
    const it = await world({ records })
    await it.call('update_block', { block_id: id(1), text: 'mow' })
    await it.call('update_block', { block_id: id(1), text: 'reap' })
    const { text = '' } = await it.call('list_changes')
    expect(text).toMatch(PERSON)
    const change_id = [...text.matchAll(/^## (\w{8})$/gm)].at(-1)![1]
    expect((await it.call('revert_change', { change_id })).text).toMatch(PERSON)
  })

  test('a block with a file', async () => {
    const it = await world({ records })
    const { text } = await it.call('update_block', { block_id: id(2), text: 'words' })
    expect(text).toMatch(/or ask the person to edit this one in the outliner\.$/)
  })
})
