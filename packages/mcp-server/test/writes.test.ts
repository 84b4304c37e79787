/**
 * The answers of the writing tools.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { block, page, world, type World } from './world.ts'

const UNDO = /\n\nUndo: revert_change \{"change_id":"[0-9a-f]{8}"\}$/
/** In a list of facts, in a line before the last one, or in the last line. */
const VERSION =
  /, version [\w-]{8}|The (?:block|page) has version [\w-]{8}\.\n|\n\nThe (?:block|page) has version [\w-]{8}\.$/

let it: World
beforeEach(async () => {
  it = await world({
    zone: 'Asia/Tokyo',
    records: [
      page('p', 'Plans', [['type', 'person']]),
      block('parent-000', 'p', 'parent'),
      block('child-0000', 'p', 'TODO [#B] child\nkey:: value', { under: 'parent-000' }),
      block('odd-000000', 'p', 'zero\u200Bwidth and a mark ^deadbeef', { order: 2 }),
    ],
  })
})
/** The answer without its version, which has a test of its own. */
const textOf = async (tool: string, args: object) =>
  ((await it.call(tool, args)).text ?? '').replace(VERSION, '')
/** Without the line that says how to undo it, which has to be there. */
const changed = async (tool: string, args: object): Promise<string> => {
  const text = await textOf(tool, args)
  expect(text).toMatch(UNDO)
  return text.replace(UNDO, '').replaceAll(/\^[0-9a-f]{8}(?=\n|$)/g, '^new')
}
const contentOf = async (id: string) => (await it.graph.records.find(id))?.record

test('[A11.1] a batch without writes says what is missing', async () => {
  expect((await it.call('batch_write', {})).error?.message).toBe(
    'operations is missing. Set it to a list of writes. Fix the request.',
  )
})

describe('[8] add_block', () => {
  test.each([
    [{ page: 'plans', text: 'new' }, 'Added a block to [[Plans]].\n\n## [[Plans]]\n- new ^new'],
    [
      { page: 'today', text: 'new' },
      'Added a block to 2026-11-20 Fri, today in Asia/Tokyo.\n\n## [[2026-11-20]] Fri\n- new ^new',
    ],
    [
      { page: '2026-11-22', text: 'new' },
      'Added a block to [[2026-11-22]].\n\n## [[2026-11-22]] Sun\n- new ^new',
    ],
    [
      { page: 'Plans', text: 'TODO new\nSCHEDULED: 2026-11-22', parent_id: 'parent-0' },
      'Added a block to [[Plans]].\n\n## [[Plans]]\n- parent ^parent-0 (above)\n\t- TODO new ^new\n\t  SCHEDULED: <2026-11-22 Sun>',
    ],
  ])('%j', async (args, text) => expect(await changed('add_block', args)).toBe(text))

  test('first, where it is asked for', async () => {
    await textOf('add_block', { page: 'Plans', text: 'first', position: 'start' })
    expect(await textOf('read_page', { name: 'Plans' })).toMatch(/\n\n- first /)
  })

  test('the id that it shows is taken by every tool', async () => {
    const [, id] = /- new \^(\S+)/.exec(await textOf('add_block', { page: 'Plans', text: 'new' })) ?? []
    expect(await textOf('set_task', { block_id: id, state: 'doing' })).toContain('- DOING new ')
    expect(await textOf('update_block', { block_id: `^${id}`, text: 'newer' })).toContain('- DOING newer ')
    expect(await textOf('read_block', { block_id: id })).toContain('- DOING newer ')
  })
})

describe('[A1] add_outline', () => {
  test('shows the new blocks in their places, and how to undo them', async () => {
    expect(
      await changed('add_outline', { page: 'Plans', text: '- a\n  - [ ] b', parent_id: 'parent-0' }),
    ).toBe(
      'Added 2 blocks to [[Plans]].\n\n## [[Plans]]\n- parent ^parent-0 (above)\n\t- a ^new\n\t\t- TODO b ^new',
    )
  })

  test('[A1.3] a list that becomes one block is named as one', async () => {
    expect(await changed('add_block', { page: 'Plans', text: '- a\n- b' })).toBe(
      'Added a block to [[Plans]]. The 2 items of its list are one block; add_outline makes a block of each.\n\n## [[Plans]]\n- a ^new\n  - b',
    )
  })
})

describe('[9] create_page', () => {
  test('with its type, properties and blocks', async () => {
    const args = {
      name: 'Ada',
      type: 'Person',
      properties: { Birthday: '1815-12-10', knows: 'Bob, Eve', mood: 'calm' },
      blocks: ['one', 'TODO two'],
    }
    expect(await changed('create_page', args)).toBe(`Created [[Ada]].

# [[Ada]]
person, 2 blocks, 2 words, edited 2026-11-20
  Birthday: 1815-12-10
  Knows: [[Bob]], [[Eve]]
  mood:: calm

- one ^new
- TODO two ^new`)
  })

  test('one that is there is shown, and nothing is made', async () => {
    expect(await textOf('create_page', { name: 'PLANS', blocks: ['x'] }))
      .toBe(`[[Plans]] already exists; nothing was created.

# [[Plans]]
person, 3 blocks, 8 words, edited 2026-11-20

- parent ^parent-0
	- TODO [#B] child ^child-00
	  key:: value
- zero<U+200B>width and a mark \\^deadbeef ^odd-0000`)
  })
})

describe('[10] set_task', () => {
  test('shows the block after the change, in its place', async () => {
    expect(await changed('set_task', { block_id: 'child-0000', state: 'done' })).toBe(
      'Set to DONE.\n\n## [[Plans]]\n- parent ^parent-0 (above)\n\t- DONE [#B] child ^child-00\n\t  key:: value',
    )
  })

  test('nothing changes where it is so', async () => {
    expect(await textOf('set_task', { block_id: 'child-0000', state: 'todo' })).toBe(
      'Nothing changed: this is already so.\n\n## [[Plans]]\n- parent ^parent-0 (above)\n\t- TODO [#B] child ^child-00\n\t  key:: value',
    )
    expect((await it.graph.changes.list({ since: 0 }, { limit: 9, offset: 0 })).total).toBe(0)
  })
})

test('[A6] an emptied day is named in the answer', async () => {
  await it.call('add_block', { page: 'friday', text: 'x' })
  expect(await textOf('delete_page', { name: 'friday' })).toMatch(/^Emptied 2026-11-27 Fri: 1 block\.\n/)
})

test('[A10.4] a page that is deleted by an alias is named in the answer', async () => {
  const zed = await world({ records: [page('z', 'Zed Ada', [['alias', 'Byron']])] })
  expect((await zed.call('delete_page', { name: 'Byron' })).text).toMatch(
    /^Deleted \[\[Zed Ada\]\] with 0 blocks\. /,
  )
})

test('[A8.3] a date that is none says how a tool removes one', async () => {
  const { error } = await it.call('set_task', { block_id: 'child-0000', scheduled: 'null' })
  expect(error?.message).toMatch(
    /, not "null"\. To remove the date, send null over the API, and none in a tool\.$/,
  )
})

test('[A11.2] a shift beyond the calendar says so', async () => {
  await it.call('set_task', { block_id: 'child-0000', deadline: 'friday' })
  const { error } = await it.call('set_task', { block_id: 'child-0000', shift: '+9000y' })
  expect(error?.message).toMatch(/^shift moves a date out of the years 1000 to 9999\. Send a smaller shift/)
})

test('[A10.2] delete_blocks shows what still refers to the block without its words', async () => {
  const gone = '0000000d-0000-4000-8000-000000000000'
  const notes = await world({
    records: [
      page('p', 'Plans'),
      block(gone, 'p', 'sow rye'),
      block('ref-000000', 'p', `see ((${gone}))`, { order: 2 }),
    ],
  })
  const { text } = await notes.call('delete_blocks', { block_ids: [gone] })
  expect(text).toContain(`1 block still refers to it.\n\n## [[Plans]]\n- see ((${gone})) ^ref-0000`)
  expect(text).not.toContain('sow rye')
})

describe('[A3] set_task', () => {
  const of = async (text: string): Promise<string> => text.split('\n\n## ', 1)[0]!
  const result = async (args: object) => of(await textOf('set_task', { block_id: 'child-0000', ...args }))

  test.each([
    [{ deadline: 'wednesday' }, 'Set to deadline 2026-11-25 Wed.'],
    [{ state: 'none', priority: 'none' }, 'Set to no task, no priority.'],
    [
      { state: 'later', scheduled: '+1d', priority: 'A' },
      'Set to LATER, scheduled 2026-11-21 Sat, priority A.',
    ],
    [{ priority: 'none' }, 'Set to no priority.'],
    [{ scheduled: 'today .+1w', repeater: 'none' }, 'Set to scheduled 2026-11-20 Fri, no repeater.'],
    // A client that fills every argument leaves out those that are null.
    [{ state: 'doing', scheduled: null, deadline: null, priority: null, repeat: null }, 'Set to DOING.'],
  ])('%j: %s', async (args, words) => expect(await result(args)).toBe(words))

  test('[A3.3] says the next day of a task that repeats, with the call that moves it there', async () => {
    await textOf('set_task', { block_id: 'child-0000', scheduled: 'today .+1w' })
    expect(await result({ state: 'done' })).toBe(
      'Set to DONE. It repeats: to open it again for 2026-11-27 Fri, set_task {"block_id":"child-0000","state":"todo","scheduled":"2026-11-27"}.',
    )
    await textOf('set_task', { block_id: 'child-0000', state: 'todo' })
    expect(await result({ state: 'done', repeat: true })).toBe(
      'Done this time, and moved on: TODO, scheduled 2026-11-27 Fri.',
    )
  })

  test.each([
    ['DEADLINE: <2026-11-20 Fri 09:00 +2h>', '2026-11-20 Fri', { deadline: '2026-11-20 11:00' }, ''],
    [
      'SCHEDULED: <2026-11-20 Fri +1w>\nDEADLINE: <2026-11-23 Mon 10:00 +1w>',
      '2026-11-30 Mon',
      { scheduled: '2026-11-27', deadline: '2026-11-30 10:00' },
      '',
    ],
    [
      'SCHEDULED: <2026-11-20 Fri>\nDEADLINE: <2027-01-31 Sun +1m>',
      '2027-02-28 Sun',
      { deadline: '2027-02-28' },
      ' The month lacks the old day, so the deadline day is its last one, and stays that day of the month from now on.',
    ],
  ])('[A3.3] the call after %j moves each date that repeats', async (dates, day, moved, more) => {
    await textOf('update_block', { block_id: 'child-0000', text: `TODO call\n${dates}` })
    const call = JSON.stringify({ block_id: 'child-0000', state: 'todo', ...moved })
    expect(await result({ state: 'done' })).toBe(
      `Set to DONE. It repeats: to open it again for ${day}, set_task ${call}.${more}`,
    )
  })

  test('dates are removed', async () => {
    await textOf('set_task', { block_id: 'child-0000', scheduled: 'today .+1w', deadline: 'friday' })
    // [A3.1] An empty argument is as left out.
    const empty = { scheduled: '', deadline: null, priority: '' }
    expect(await result({ state: 'doing', ...empty })).toBe('Set to DOING.')
    expect(await result({ scheduled: 'none', deadline: '' })).toBe('Set to not scheduled.')
    expect(await result({ deadline: 'none' })).toBe('Set to no deadline.')
  })
})

describe('[11] update_block', () => {
  test('keeps what the new text does not say', async () => {
    expect(await changed('update_block', { block_id: 'child-0000', text: 'grown\nlonger' })).toBe(
      'Updated.\n\n## [[Plans]]\n- parent ^parent-0 (above)\n\t- TODO [#B] grown ^child-00\n\t  key:: value\n\t  longer',
    )
  })

  test('a block that is sent as it was shown is the same block', async () => {
    const shown = await textOf('read_block', { block_id: 'odd-000000' })
    const text = /^- (.*) \^odd-0000$/m.exec(shown)![1]!
    expect(text).toBe('zero<U+200B>width and a mark \\^deadbeef')
    expect(await textOf('update_block', { block_id: 'odd-000000', text })).toMatch(/^Nothing changed/)
    await textOf('update_block', { block_id: 'odd-000000', text: `${text}!` })
    expect(await contentOf('odd-000000')).toMatchObject({
      words: { text: 'zero\u200Bwidth and a mark ^deadbeef!' },
    })
  })
})

describe('[A2.2] set_block_properties', () => {
  test('says which properties it set and removed', async () => {
    const words = async (properties: object): Promise<string> =>
      (await textOf('set_block_properties', { block_id: 'child-0000', properties })).split('\n', 1)[0]!
    expect(await words({ mood: 'calm', key: null })).toBe('Set mood; removed key.')
    expect(await words({ mood: '' })).toBe('Removed mood.')
  })
})

describe('[12] set_property', () => {
  test.each([
    [
      { key: 'Birthday', value: '1990-01-02' },
      'Set birthday of [[Plans]].\n\n# [[Plans]]\nperson, 3 blocks, 8 words, edited 2026-11-20\n  Birthday: 1990-01-02',
    ],
    [
      { key: 'type', value: '' },
      'Removed type from [[Plans]].\n\n# [[Plans]]\npage, 3 blocks, 8 words, edited 2026-11-20',
    ],
    [
      { key: 'type', value: null },
      'Removed type from [[Plans]].\n\n# [[Plans]]\npage, 3 blocks, 8 words, edited 2026-11-20',
    ],
  ])('%j', async (args, text) => expect(await changed('set_property', { page: 'Plans', ...args })).toBe(text))

  test('nothing changes where it is so', async () => {
    expect(await textOf('set_property', { page: 'Plans', key: 'type', value: 'Person' })).toMatch(
      /^Nothing changed: this is already so\.\n\n# \[\[Plans\]\]\n/,
    )
  })
})

test('[A4.4] a type of the person that set_property replaces is in the list of changes, and comes back', async () => {
  const odd = await world({ records: [page('o', 'Odd', [['type', 'instrument']])] })
  const { text = '' } = await odd.call('set_property', { page: 'Odd', key: 'type', value: 'person' })
  expect((await odd.call('list_changes')).text).toContain('before: "instrument"')
  await odd.call('revert_change', { change_id: /"change_id":"(\S+)"/.exec(text)![1] })
  expect((await odd.call('read_page', { name: 'Odd' })).text).toContain('  type:: instrument\n')
})

describe('[A3.2] a new day keeps the time and the repeater', () => {
  const repeats = 'TODO water the plants\nSCHEDULED: <2026-11-20 Fri 09:00 .+1w>'
  test.each([
    ['set_task', { scheduled: '+1d' }],
    ['update_block', { text: 'TODO water the plants\nSCHEDULED: 2026-11-21' }],
  ])('%s %j', async (tool, args) => {
    const garden = await world({ records: [page('g', 'Garden'), block('water-0000', 'g', repeats)] })
    expect((await garden.call(tool, { block_id: 'water-0000', ...args })).text).toContain(
      '  SCHEDULED: <2026-11-21 Sat 09:00 .+1w>\n',
    )
  })
})

describe('[13] set_properties', () => {
  test('in one change', async () => {
    const properties = { type: 'book', rating: '5', author: 'Ada', mood: 'calm' }
    expect(await changed('set_properties', { page: 'Plans', properties })).toBe(
      'Set type, rating, author, mood of [[Plans]].\n\n# [[Plans]]\nbook, 3 blocks, 8 words, edited 2026-11-20\n  Author: [[Ada]]\n  Rating: 5\n  mood:: calm',
    )
    expect((await it.graph.changes.list({ since: 0 }, { limit: 9, offset: 0 })).total).toBe(1)
  })

  test.each([
    [{ mood: 'calm', type: null }, /^Set mood of \[\[Plans\]\]; removed type\.\n/],
    [{ type: '' }, /^Removed type from \[\[Plans\]\]\.\n/],
  ])('names the removed properties: %j', async (properties, words) =>
    expect(await textOf('set_properties', { page: 'Plans', properties })).toMatch(words),
  )
})

test('the list of changes has each change with the name of its token and the id of the answer', async () => {
  const text = await textOf('add_block', { page: 'Plans', text: 'new' })
  const [, id] = /"change_id":"(\S+)"/.exec(text)!
  const { changes } = await it.graph.changes.list({ since: 0 }, { limit: 9, offset: 0 })
  expect(changes).toMatchObject([
    { id: expect.stringMatching(`^${id}`), token: 'Test', action: 'add_block', state: 'open' },
  ])
})

test('[A13.4] update_block says what it took for the text to find', async () => {
  const sprint = await world({
    records: [page('p', 'P'), block('b1-0000000', 'p', 'task list in\u00A0current sprint')],
  })
  const { text } = await sprint.call('update_block', {
    block_id: 'b1-0000000',
    find: 'in current',
    replace: 'in next',
  })
  expect(text).toMatch(/^Updated\. In place of "in\u00A0current", which looks like find\.\n/)
  expect(text).toContain('- task list in next sprint ^b1-00000')
})

describe('[A11.3] lists of values', () => {
  test.each([
    [{ add: ['Ada', 'Bob'] }],
    ['{"add": ["Ada", "Bob"]}'], // a client that only knows texts
  ])('set_property with %j shows the list that was, and the list that is', async (value) => {
    expect(await changed('set_property', { page: 'Plans', key: 'knows', value })).toMatch(
      /^Set knows of \[\[Plans\]\]\. knows was empty, and is \[\[Ada\]\], \[\[Bob\]\]\.\n/,
    )
    expect(await textOf('set_property', { page: 'Plans', key: 'knows', value: { remove: ['Eve'] } })).toMatch(
      /^Nothing changed: this is already so\. knows was \[\[Ada\]\], \[\[Bob\]\], and is \[\[Ada\]\], \[\[Bob\]\]\.\n/,
    )
  })

  test.each([
    ['set_properties', { page: 'Plans', properties: { tags: '{"add":["x"]}', knows: { add: ['Ada'] } } }],
    ['set_block_properties', { block_id: 'child-0000', properties: { tags: { add: ['x'] } } }],
  ])('%s shows each list', async (tool, args) => {
    expect(await changed(tool, args)).toContain(' tags was empty, and is [[x]].')
  })
})

describe('batch_write says what each write alone would say', () => {
  const repeats = 'TODO water\nSCHEDULED: <2026-11-20 Fri 09:00 .+1w>'
  const dash = '0000000d-0000-4000-8000-000000000000'
  const month = 'TODO pay\nDEADLINE: <2026-12-31 Thu .+1m>'

  test.each([
    ['[A3.3]', { op: 'set_task', block_id: 'water-0000', state: 'done' }, /It repeats on 2026-11-27 Fri\.$/],
    [
      '[A3.3]',
      { op: 'set_task', block_id: 'water-0000', state: 'done', repeat: true },
      /: "TODO water" \^water-00\. Scheduled 2026-11-27 Fri 09:00 \.\+1w\.$/,
    ],
    [
      '[A11.2]',
      { op: 'set_task', block_id: 'pay-000000', shift: '+2m' },
      /Deadline 2027-02-28 Sun \.\+1m\. The deadline day is the last of its month\.$/,
    ],
    ['[A6]', { op: 'add_block', page: 'friday', text: 'x' }, /: "x" \^\S+\. On 2026-11-27 Fri\.$/],
    [
      '[A1.3]',
      { op: 'add_block', page: 'Garden', text: '- a\n- b' },
      /\. The 2 items of its list are one block; add_outline makes a block of each\.$/,
    ],
    [
      '[A13.4]',
      { op: 'update_block', block_id: dash, find: 'a-b', replace: 'c' },
      /: "c" \^0000000d\. In place of "a–b", which looks like find\.$/,
    ],
    [
      '[A11.3]',
      { op: 'set_property', page: 'Garden', key: 'tags', value: { add: ['x'] } },
      /: \[\[Garden\]\]\. tags was empty, and is \[\[x\]\]\.$/,
    ],
    [
      '[A10.2]',
      { op: 'delete_blocks', block_ids: [dash] },
      /: \[\[Garden\]\], 1 block \^0000000d\. 1 block still refers to it\.$/,
    ],
    [
      '[A10.3]',
      { op: 'rename_page', name: 'Garden', to: 'Yard' },
      /: Renamed to \[\[Yard\]\]\. Rewrote references in 1 block\.$/,
    ],
    [
      '[A10.4]',
      { op: 'delete_page', name: 'Other' },
      /: Deleted \[\[Other\]\] with 1 block\. 0 blocks and properties of 0 pages still link it\.$/,
    ],
    ['[D3.9]', { op: 'create_page', name: 'Garden' }, /: nothing changed\. \[\[Garden\]\] already exists\.$/],
  ])('%s %j', async (_, operation, words) => {
    const garden = await world({
      records: [
        page('g', 'Garden'),
        block('water-0000', 'g', repeats),
        block('pay-000000', 'g', month, { order: 2 }),
        block(dash, 'g', 'a–b', { order: 3 }),
        page('o', 'Other'),
        block('ref-000000', 'o', `see ((${dash})) in [[Garden]]`),
      ],
    })
    const { text = '' } = await garden.call('batch_write', { operations: [operation] })
    expect(text.split('\n')[1]).toMatch(words)
  })
})
