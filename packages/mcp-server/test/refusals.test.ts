/** How each tool refuses: the shape of the protocol, in the words of the API. */
import { TOOLS, type ToolName } from '@notegraph/contract'
import { notesService, toErrorBody, type Refusal, type Result } from '@notegraph/service'
import { beforeEach, describe, expect, test } from 'vitest'
import { block, page, world, type World } from './world.ts'

const FILE = '/api/files/0123456789abcdef0123456789abcdef'

let it: World
beforeEach(async () => {
  it = await world({
    records: [
      page('p', 'Plans', [['image', `![x](${FILE})`]]),
      block('c0a2f6de-71b4', 'p', 'first'),
      block('c0a2f6de-99aa', 'p', 'second', { order: 2 }),
      block('file-00000', 'p', `![x](${FILE})`, { order: 3 }),
      page('q', 'Other'),
      block('other-0000', 'q', 'elsewhere'),
    ],
  })
})

const refusalOf = (result: Result<unknown>): Refusal => {
  if (result.ok) throw new Error('it was answered')
  return result.refusal
}
const wordsOf = (refusal: Refusal): string => {
  const { error, hint } = toErrorBody(refusal)
  return `${error} ${hint}`
}

/** A call of each tool that would be answered. */
const GOOD: { readonly [N in ToolName]: Readonly<Record<string, unknown>> } = {
  list_pages: {},
  search: { query: 'first' },
  read_page: { name: 'Plans' },
  read_day: { date: 'today' },
  read_block: { block_id: 'c0a2f6de-71b4' },
  read_links: { name: 'Plans', unlinked: true },
  list_tasks: {},
  list_changes: {},
  add_block: { page: 'Plans', text: 'new' },
  add_outline: { page: 'Plans', text: '- new\n  - newer' },
  create_page: { name: 'New' },
  batch_write: { operations: [{ op: 'add_block', page: 'Plans', text: 'new' }] },
  set_task: { block_id: 'other-0000', state: 'done' },
  update_block: { block_id: 'other-0000', text: 'new' },
  set_property: { page: 'Plans', key: 'mood', value: 'calm' },
  set_properties: { page: 'Plans', properties: { mood: 'calm' } },
  set_block_properties: { block_id: 'other-0000', properties: { mood: 'calm' } },
  revert_change: { change_id: 'the newest' },
  move_blocks: { block_ids: ['other-0000'], page: 'today' },
  delete_blocks: { block_ids: ['other-0000'] },
  rename_page: { name: 'Plans', to: 'Other plans' },
  delete_page: { name: 'Plans' },
}
const WRITING = TOOLS.filter(({ writes }) => writes).map(({ name }) => name)
/** A revert is not counted as a write, and frees space in the list of changes. */
const COUNTED = TOOLS.filter(({ writes }) => writes && !writes.uncounted).map(({ name }) => name)
const READING = TOOLS.filter(({ writes }) => !writes).map(({ name }) => name)

test.each(Object.entries(GOOD))('%s is answered', async (name, args) => {
  const written = await it.deps.writes.updateBlock(it.caller, 'other-0000', { text: 'changed' })
  const changeId = written.ok && written.value.changeId
  const { text, isError, error } = await it.call(name, 'change_id' in args ? { change_id: changeId } : args)
  expect([error, isError]).toEqual([undefined, undefined])
  expect(text).not.toBe('')
  expect(it.called).toEqual([{ tool: name }])
})

describe('[D10.2] a faulty call is an error of the protocol, -32602', () => {
  test.each<[ToolName, object]>([
    ...Object.entries(GOOD).map(([name, args]): [ToolName, object] => [
      name as ToolName,
      { ...args, colour: 'red' },
    ]),
    ['read_page', { name: '2026-02-30' }],
    ['read_day', { date: 'soon' }],
    ['read_day', { date: '2026-13-01' }],
    ['search', { query: '(tood now)' }],
    ['search', { query: '"open' }],
    ['list_tasks', { due_by: 'soon' }],
    ['add_block', { page: 'Plans', text: '  ' }],
    ['add_block', { page: 'Plans', text: 'a\u0000' }],
    ['add_block', { page: 'Plans', text: 'x'.repeat(20_001) }],
    ['add_block', { page: 'Plans', text: `![x](${FILE})` }],
    ['add_block', { page: 'Plans', text: 'SCHEDULED: 2026-02-30\nx' }],
    ['add_block', { page: '2026-02-30', text: 'x' }],
    ['add_block', { page: 'Plans', text: 'x', parent_id: 'other-0000' }],
    ['add_block', { page: 'Plans', text: 'x', parent_id: 'nothing' }],
    ['create_page', { name: 'today' }],
    ['create_page', { name: 'x'.repeat(201) }],
    ['create_page', { name: 'X', type: 'cat' }],
    ['create_page', { name: 'X', type: 'person', properties: { birthday: 'soon' } }],
    ['create_page', { name: 'X', blocks: [''] }],
    ['set_task', { block_id: 'other-0000', state: 'finished' }],
    ['update_block', { block_id: 'other-0000', text: '' }],
    ['update_block', { block_id: 'other-0000', find: '', replace: 'x' }],
    ['update_block', { block_id: 'other-0000', text: 'DEADLINE: soon' }],
    ['set_block_properties', { block_id: 'other-0000', properties: { id: 'x' } }],
    ['set_property', { page: 'Plans', key: 'title', value: 'x' }],
    ['set_property', { page: 'Plans', key: 'mood', value: 'x'.repeat(2_001) }],
    ['set_properties', { page: 'Plans', properties: { type: 'person', birthday: '1', Birthday: '2' } }],
  ])('%s %.60j', async (name, args) => {
    const { error, text } = await it.call(name, args)
    expect(text).toBeUndefined()
    expect(error).toMatchObject({ code: -32_602, data: { code: 'bad_request', hint: expect.any(String) } })
    const { hint } = error!.data as { hint: string }
    expect(error!.message.endsWith(` ${hint}`)).toBe(true)
    expect(it.called).toEqual([{ tool: name, refused: 'bad_request' }])
  })

  test('a tool that is none', async () => {
    const { error } = await it.call('read_pages', {})
    expect(error?.code).toBe(-32_602)
    expect(error?.message).toMatch(/^There is no tool "read_pages"; .*Did you mean read_page\?/)
    expect(it.called).toEqual([{ refused: 'bad_request' }])
  })

  test.each([[], 5, 'words'])('arguments %j', async (args) => {
    const { error } = await it.call('list_pages', args)
    expect(error).toMatchObject({ code: -32_602, data: { code: 'bad_request' } })
  })
})

describe('[D10.2] a token that reads, and grace', () => {
  test.each(WRITING)('%s is refused to a token that only reads, whatever it says', async (name) => {
    for (const args of [GOOD[name], { colour: 'red' }])
      expect((await it.call(name, args, { scope: 'read' })).error).toEqual({
        code: -31_403,
        message: 'This token is read-only. Make a token with Read and write.',
        data: { code: 'read_only_token', hint: 'Make a token with Read and write.' },
      })
  })

  test.each(WRITING)('%s is refused in grace', async (name) => {
    const { error } = await it.call(name, GOOD[name], { plan: 'grace' })
    expect(error).toMatchObject({ code: -31_403, data: { code: 'payment_required' } })
  })

  test.each(READING)('%s is not', async (name) => {
    const { text } = await it.call(name, GOOD[name], { scope: 'read', plan: 'grace' })
    expect(text).not.toBe('')
  })

  test('nothing was written', async () => {
    for (const name of WRITING) await it.call(name, GOOD[name], { scope: 'read' })
    expect((await it.graph.changes.list({ since: 0 }, { limit: 9, offset: 0 })).total).toBe(0)
  })
})

describe('[D10.2] a refusal of a tool is a result, in words', () => {
  test.each<[ToolName, object, RegExp]>([
    ['read_page', { name: 'Planz' }, /^No page is called "Planz"; did you mean "Plans"\? List pages/],
    ['read_page', { name: 'Nothing at all' }, /^No page is called "Nothing at all"\. List pages/],
    [
      'read_block',
      { block_id: 'nothing-here' },
      /^No block has the id "nothing-here"\. Read the page or search for its words to find the id of the block\.$/,
    ],
    ['read_block', { block_id: 'c0a2f6d' }, /^No block has the id "c0a2f6d"\. /],
    [
      'read_block',
      { block_id: 'c0a2f6de' },
      /begin with "c0a2f6de": c0a2f6de-71b4 on "Plans", "first"; c0a2f6de-99aa on "Plans", "second"\. Send more characters of the id\.$/,
    ],
    ['add_block', { page: 'Planz', text: 'x' }, /^No page is called "Planz"; did you mean "Plans"\?/],
    ['add_block', { page: 'Plans', text: 'x', parent_id: 'c0a2f6de' }, /begin with "c0a2f6de"/],
    ['set_task', { block_id: 'nothing-here', state: 'done' }, /^No block has the id "nothing-here"\. /],
    ['set_task', { block_id: 'c0a2f6de', state: 'done' }, /begin with "c0a2f6de"/],
    ['update_block', { block_id: 'nothing-here', text: 'x' }, /^No block has the id "nothing-here"\. /],
    ['update_block', { block_id: 'file-00000', text: 'x' }, /^This block contains a file or a picture/],
    ['set_property', { page: 'Planz', key: 'mood', value: 'x' }, /^No page is called "Planz"/],
    [
      'set_property',
      { page: 'Plans', key: 'image', value: 'x' },
      /^The service keeps the picture of this page/,
    ],
    ['set_properties', { page: 'Planz', properties: { mood: 'x' } }, /^No page is called "Planz"/],
    [
      'set_properties',
      { page: 'Plans', properties: { image: 'x' } },
      /^The service keeps the picture of this page/,
    ],
  ])('%s %j', async (name, args, words) => {
    const { text, isError, error } = await it.call(name, args)
    expect([isError, error]).toEqual([true, undefined])
    expect(text).toMatch(words)
  })

  test.each(COUNTED)('%s beyond the rate of writing', async (name) => {
    const it = await world({
      records: [page('p', 'Plans'), block('other-0000', 'p', 'x')],
      writesPerToken: 1,
    })
    await it.call('create_page', { name: 'First' })
    expect(await it.call(name, GOOD[name])).toEqual({
      text: 'This token made more than 1 writes in a minute. Wait 60 seconds, then try again.',
      isError: true,
    })
    it.clock.now += 60_000
    expect((await it.call(name, GOOD[name])).isError).toBeUndefined()
  })

  test('[A7] a revert is no write of the minute', async () => {
    const it = await world({ records: [page('p', 'Plans')], writesPerToken: 1 })
    const { text = '' } = await it.call('add_block', GOOD.add_block)
    const [, id] = /^Undo: revert_change \{"change_id":"(\S+)"\}$/m.exec(text)!
    expect(await it.call('revert_change', { change_id: id })).toEqual({ text: 'Undone: 1 item removed.' })
    expect(await it.call('revert_change', { change_id: id })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^This change is already reverted\./),
    })
  })

  test('[A7] the changes of another token are neither listed nor reverted', async () => {
    const it = await world({ records: [page('p', 'Plans')] })
    const other = { tokenId: 'other', tokenName: 'Test' }
    const { text = '' } = await it.call('add_block', GOOD.add_block, other)
    const [, id] = /^Undo: revert_change \{"change_id":"(\S+)"\}$/m.exec(text)!
    expect((await it.call('list_changes')).text).toBe('No changes.')
    expect((await it.call('list_changes', {}, other)).text).toMatch(
      /^1 change\.\n\n## [-\da-f]+\nadd_block on/,
    )
    expect((await it.call('revert_change', { change_id: id })).text).toMatch(
      new RegExp(`^No change in the list has the id "${id}"\\.`),
    )
    expect(await it.call('list_changes', {}, { ...other, scope: 'read' })).toMatchObject({
      error: { data: { code: 'read_only_token' } },
    })
  })

  test('a faulty call does not count as a write', async () => {
    const it = await world({ writesPerToken: 1 })
    for (let n = 0; n < 3; n++) await it.call('create_page', { colour: 'red' })
    expect((await it.call('create_page', { name: 'First' })).isError).toBeUndefined()
    expect((await it.call('create_page', { name: 'Second' })).isError).toBe(true)
  })

  test.each(COUNTED)('%s when the list of changes is full', async (name) => {
    const it = await world({
      records: [page('p', 'Plans'), block('other-0000', 'p', 'x')],
      revertibleChanges: 1,
    })
    await it.call('create_page', { name: 'First' })
    const { text, isError } = await it.call(name, GOOD[name])
    expect(isError).toBe(true)
    expect(text).toMatch(
      /^The list of changes is full: 1 changes can still be reverted\. Keep or revert some changes/,
    )
  })

  test('when storage is full', async () => {
    const it = await world({ records: [page('p', 'Plans')], quota: 10 })
    const { text, isError } = await it.call('add_block', GOOD.add_block)
    expect(isError).toBe(true)
    expect(text).toMatch(/^Storage is full: this write would exceed the 10 bytes of this account/)
  })
})

describe('[D10.2] the words are those of the API', () => {
  const window = { limit: 10, offset: 0 }
  test.each<[ToolName, object, (it: World) => Promise<Result<unknown>>]>([
    [
      'read_page',
      { name: 'Planz' },
      ({ store, caller }) => notesService(store, () => 0).readPage(caller, 'Planz', window),
    ],
    [
      'read_page',
      { name: '2026-02-30' },
      ({ store, caller }) => notesService(store, () => 0).readPage(caller, '2026-02-30', window),
    ],
    [
      'read_day',
      { date: 'soon' },
      ({ store, caller }) => notesService(store, () => 0).readDay(caller, 'soon', window),
    ],
    [
      'read_block',
      { block_id: 'nothing-here' },
      ({ store, caller }) => notesService(store, () => 0).readBlock(caller, 'nothing-here'),
    ],
    [
      'add_block',
      { page: 'Planz', text: 'x' },
      ({ deps, caller }) => deps.writes.addBlock(caller, 'Planz', { text: 'x' }),
    ],
    [
      'add_block',
      { page: 'Plans', text: ' ' },
      ({ deps, caller }) => deps.writes.addBlock(caller, 'Plans', { text: ' ' }),
    ],
    [
      'add_block',
      { page: 'Plans', text: 'x', parent_id: 'other-00' },
      ({ deps, caller }) => deps.writes.addBlock(caller, 'Plans', { text: 'x', parentId: 'other-0000' }),
    ],
    [
      'create_page',
      { name: 'today' },
      ({ deps, caller }) => deps.writes.createPage(caller, { name: 'today' }),
    ],
    [
      'set_task',
      { block_id: 'nothing-here', state: 'done' },
      ({ deps, caller }) => deps.writes.setTask(caller, 'nothing-here', { state: 'done' }),
    ],
    [
      'update_block',
      { block_id: 'file-000', text: 'x' },
      ({ deps, caller }) => deps.writes.updateBlock(caller, 'file-00000', { text: 'x' }),
    ],
    [
      'set_property',
      { page: 'Plans', key: 'image', value: 'x' },
      ({ deps, caller }) => deps.writes.setProperty(caller, 'Plans', 'image', { value: 'x' }),
    ],
    [
      'set_properties',
      { page: 'Plans', properties: { id: 'x' } },
      ({ deps, caller }) => deps.writes.setProperties(caller, 'Plans', { properties: { id: 'x' } }),
    ],
  ])('%s %j', async (name, args, asApi) => {
    const { text, error } = await it.call(name, args)
    expect(text ?? error?.message).toBe(wordsOf(refusalOf(await asApi(it))))
  })
})

test('an internal failure reveals nothing of its cause', async () => {
  const failing = { listPages: async () => Promise.reject(new Error('words of a note')) }
  const it = await world({ wrap: (deps) => ({ ...deps, reader: { ...deps.reader, ...failing } }) })
  const { error } = await it.call('list_pages', {})
  expect(error).toEqual({
    code: -32_603,
    message: 'The server failed to complete this request. Try again; report it if it keeps failing.',
    data: { code: 'internal', hint: 'Try again; report it if it keeps failing.' },
  })
  expect(it.called).toEqual([{ tool: 'list_pages', refused: 'internal', failure: expect.any(Error) }])
})
