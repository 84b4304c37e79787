import { PAGE_TYPES } from '@notegraph/page-types'
import { OPERATORS } from '@notegraph/query'
import { describe, expect, test } from 'vitest'
import {
  BATCH_OPERATIONS,
  AddBlock,
  argumentsSchema,
  checkArguments,
  checkBody,
  CreatePage,
  entriesInOrder,
  findTool,
  LIMITS,
  SetProperties,
  SetProperty,
  SetTask,
  TOOL_NAMES,
  TOOLS,
  UpdateBlock,
} from '../index.ts'

const tool = (name: string) => TOOLS.find((one) => one.name === name)!
const check = (name: string, sent: unknown) => checkArguments(tool(name).name, tool(name).arguments, sent)
const faultOf = (name: string, sent: unknown): string | undefined => {
  const checked = check(name, sent)
  return checked.ok ? undefined : checked.error
}

test.each([
  ['add_block', 'text', AddBlock],
  ['create_page', 'name', CreatePage],
  ['set_task', 'state', SetTask],
  ['update_block', 'text', UpdateBlock],
  ['set_property', 'value', SetProperty],
  ['set_properties', 'properties', SetProperties],
] as const)('[D10.2] %s without %s is refused in the words of the API', (name, needed, body) => {
  const { [needed]: _, ...without } = tool(name).example.arguments as Record<string, unknown>
  expect(checkBody(body, {})).toEqual({ ok: false, error: faultOf(name, without) })
})

test('[A11.1] a batch takes each writing tool but reverts and batches', () => {
  const writing = TOOLS.filter(({ writes }) => writes).map(({ name }) => name)
  const alone = new Set<string>(['batch_write', 'revert_change'])
  expect(writing.filter((name) => !alone.has(name))).toEqual([...BATCH_OPERATIONS])
})

test('[D10.3] the tools, list_pages first', () => {
  expect(TOOLS.map(({ name }) => name)).toEqual([...TOOL_NAMES])
  expect(TOOL_NAMES.join(' ')).toBe(
    'list_pages search read_page read_day read_block read_links list_tasks list_changes ' +
      'add_block add_outline create_page set_task update_block set_property set_properties set_block_properties batch_write revert_change ' +
      'move_blocks delete_blocks rename_page delete_page',
  )
})

test.each([
  ['list_pages', 'type q tag property namespace linked_to sort show limit offset', ''],
  ['search', 'query match order show nested limit offset', 'query'],
  ['read_page', 'name depth section more limit offset', 'name'],
  ['read_day', 'date limit offset', 'date'],
  ['read_block', 'block_id from', 'block_id'],
  ['read_links', 'name block_id unlinked nested limit offset', ''],
  ['list_tasks', 'status due_by due_from undated page priority marker q after nested limit offset', ''],
  ['list_changes', 'page limit offset', ''],
  ['revert_change', 'change_id', 'change_id'],
  ['add_block', 'page text position parent_id if_unchanged', 'page text'],
  ['add_outline', 'page text position parent_id if_unchanged', 'page text'],
  ['create_page', 'name type properties blocks outline if_unchanged', 'name'],
  ['set_task', 'block_id state scheduled deadline shift priority repeater repeat if_unchanged', 'block_id'],
  ['update_block', 'block_id text find replace expect whole if_unchanged', 'block_id'],
  ['set_property', 'page key value if_unchanged', 'page key value'],
  ['set_properties', 'page properties if_unchanged', 'page properties'],
  ['set_block_properties', 'block_id properties if_unchanged', 'block_id properties'],
  ['move_blocks', 'block_ids page parent_id before after position if_unchanged', 'block_ids'],
  ['delete_blocks', 'block_ids if_unchanged', 'block_ids'],
  ['rename_page', 'name to keep_alias merge if_unchanged', 'name to'],
  ['delete_page', 'name if_unchanged', 'name'],
])('[D10.3] %s takes %s, and has to have %j', (name, known, required) => {
  const schema = argumentsSchema(tool(name).arguments)
  expect(Object.keys(schema.properties).join(' ')).toBe(known)
  expect((schema.required ?? []).join(' ')).toBe(required)
  expect(schema.additionalProperties).toBe(false)
})

test.each([
  ['list_pages', 100],
  ['search', 50],
  ['read_page', 300],
  ['read_day', 300],
  ['read_links', 50],
  ['list_tasks', 100],
  ['list_changes', 20],
])('[D10.3] %s answers %i unless asked otherwise, up to 1,000', (name, usual) => {
  const { limit } = argumentsSchema(tool(name).arguments).properties
  expect(limit).toMatchObject({ type: 'integer', minimum: 1, maximum: 1_000, default: usual })
})

describe.each(TOOLS.map((one) => [one.name, one] as const))('%s', (_, { name, description, ...rest }) => {
  const schema = argumentsSchema(rest.arguments)

  test('has a description under 2 KB, and one for each argument', () => {
    expect(Buffer.byteLength(description)).toBeLessThan(2_048)
    for (const argument of Object.values(schema.properties))
      expect(argument.description).toMatch(/^.{5,}\.$/s)
  })

  test('has arguments that every client can show: flat, of one type each', () => {
    for (const [argument, { type, ...more }] of Object.entries(schema.properties)) {
      expect(argument).toMatch(/^[a-z_]{1,64}$/)
      expect(typeof type).toBe('string')
      expect(Object.keys(more)).not.toEqual(expect.arrayContaining(['anyOf']))
      expect(JSON.stringify(more)).not.toMatch(/"(anyOf|oneOf|allOf|\$ref|\$schema)"/)
    }
  })

  test('takes its example', () => expect(check(name, rest.example.arguments).ok).toBe(true))

  test('refuses what it does not know, and what is missing', () => {
    expect(faultOf(name, { ...rest.example.arguments, colour: 'red' })).toMatch(
      new RegExp(`^${name} has no argument "colour". Use `),
    )
    for (const needed of schema.required ?? []) {
      const { [needed]: _, ...without } = rest.example.arguments
      expect(faultOf(name, without)).toMatch(new RegExp(`^${needed} is missing[:.] \\S`))
    }
  })

  test('refuses each argument of another type, by its name', () => {
    for (const [argument, { type }] of Object.entries(schema.properties)) {
      const wrong = type === 'string' ? [] : 'five'
      expect(faultOf(name, { ...rest.example.arguments, [argument]: wrong })).toMatch(
        new RegExp(`^${argument} takes .*, not (an array|"five")\\.$`),
      )
    }
  })

  test.each([null, ''])('[A13.1] takes %j for what may be left out', (empty) => {
    const optional = Object.keys(schema.properties).filter(
      (one) => !schema.required?.includes(one) && (one !== 'replace' || empty === null),
    )
    const nulls = Object.fromEntries(optional.map((one) => [one, empty]))
    const needed = Object.fromEntries(
      Object.entries(rest.example.arguments).filter(([one]) => schema.required?.includes(one)),
    )
    expect(check(name, { ...needed, ...nulls })).toEqual(check(name, needed))
  })
})

describe('[A13.1] values in other forms', () => {
  test.each([
    ['read_page', { name: 'Garden', depth: '2', limit: '5' }, { depth: 2, limit: 5 }],
    ['list_pages', { limit: '7', offset: '0' }, { limit: 7, offset: 0 }],
    ['read_links', { name: 'x', unlinked: 'true' }, { unlinked: true }],
    ['set_task', { block_id: 'x', state: 'done', repeat: 'false' }, { repeat: false }],
    [
      'create_page',
      { name: '5', properties: { rating: 4, read: true } },
      { name: '5', properties: { rating: '4', read: 'true' } },
    ],
    [
      'set_properties',
      { page: 'x', properties: { rating: 4.5, mood: null } },
      { properties: { rating: '4.5', mood: null } },
    ],
    [
      'set_block_properties',
      { block_id: 'x', properties: '{"b":1,"2":0}' },
      { properties: { b: '1', 2: '0' } },
    ],
    ['set_property', { page: 'x', key: 'rating', value: 4 }, { value: '4' }],
    ['update_block', { block_id: 'x', find: 'a', replace: '' }, { replace: '' }],
    ['set_property', { page: 'x', key: 'rating', value: '' }, { value: '' }],
  ])('%s %j', (name, sent, value) => expect(check(name, sent)).toMatchObject({ ok: true, value }))

  test('the order of properties stays that of the text', () => {
    const checked = check('set_block_properties', { block_id: 'x', properties: '{"b":1,"2":0}' })
    const { properties } = (checked as { value: { properties: Record<string, string> } }).value
    expect(entriesInOrder(properties)).toEqual([
      ['b', '1'],
      ['2', '0'],
    ])
  })
})

describe('[D10.3] arguments that clients send as JSON text are unwrapped', () => {
  test.each([
    ['create_page', { name: 'x', properties: '{"a":"b"}', blocks: '["c"]' }],
    ['create_page', '{"name":"x","properties":{"a":"b"},"blocks":["c"]}'],
  ])('%s %j', (name, sent) =>
    expect(check(name, sent)).toEqual({
      ok: true,
      value: { name: 'x', properties: { a: 'b' }, blocks: ['c'] },
    }),
  )

  test('but for texts, which may look like it', () => {
    expect(check('add_block', { page: '[]', text: '{"a":1}' })).toEqual({
      ok: true,
      value: { page: '[]', text: '{"a":1}' },
    })
  })

  test.each([
    ['properties', '{"a":"b","a":"c"}'],
    ['properties', '["a"]'],
    ['blocks', '{"a":"b"}'],
    ['blocks', 'words'],
  ])('and %s %j is none', (argument, sent) =>
    expect(faultOf('create_page', { name: 'x', [argument]: sent })).toMatch(
      new RegExp(`^${argument} takes `),
    ),
  )
})

describe('values that no argument takes', () => {
  test.each([
    ['read_page', { name: 'x', limit: 0 }, 'limit takes a whole number from 1 to 1000, not 0.'],
    ['read_page', { name: 'x', limit: 1_001 }, 'limit takes a whole number from 1 to 1000, not 1001.'],
    ['read_page', { name: 'x', limit: 1.5 }, 'limit takes a whole number from 1 to 1000, not 1.5.'],
    ['read_page', { name: 'x', limit: '5.0' }, 'limit takes a whole number from 1 to 1000, not "5.0".'],
    ['read_links', { name: 'x', unlinked: 'True' }, 'unlinked takes true or false, not "True".'],
    ['search', { query: ' ' }, 'query is missing. Set it to words or a query, such as engine.'],
    ['search', { query: 'x'.repeat(1_001) }, 'query takes at most 1000 characters, not 1001.'],
    ['list_tasks', { status: 'OPEN' }, 'status takes open, done or all, not "OPEN".'],
    [
      'list_tasks',
      { due_by: '2026-02-30' },
      'due_by takes a day on the calendar such as 2026-11-20, today, friday or +3d, not "2026-02-30".',
    ],
    ['add_block', { page: 'x', text: 'y', position: 'top' }, 'position takes start or end, not "top".'],
    [
      'set_task',
      { block_id: 'x', state: 'DONE' },
      'state takes todo, doing, done, later, now, waiting, canceled or none, not "DONE".',
    ],
    ['create_page', { name: 'x', blocks: ['a', 5] }, 'blocks[1] takes a string, not 5.'],
    ['create_page', { name: 'x', blocks: Array(101).fill('a') }, 'blocks takes up to 100 blocks, not 101.'],
    ['create_page', { name: 'x', properties: { a: null } }, 'The property "a" takes a string, not null.'],
    [
      'create_page',
      { name: 'x', properties: { a: ['b'] } },
      'The property "a" takes a string, not an array.',
    ],
    ['set_properties', { page: 'x', properties: {} }, 'properties is empty. Name at least one property.'],
    ['set_property', { page: 'x', key: 'y', value: ['z'] }, 'value takes a string or null, not an array.'],
    ['set_property', [], 'set_property takes its arguments as an object, not an array.'],
    ['set_property', 'x', 'set_property takes its arguments as an object, not "x".'],
    [
      'read_page',
      { nmae: 'x' },
      'read_page has no argument "nmae". Use name, depth, section, more, limit or offset. Did you mean name?',
    ],
  ])('%s %j', (name, sent, words) => expect(faultOf(name, sent)).toBe(words))

  test('an offset that no list reaches', () => {
    expect(check('read_page', { name: 'x', offset: Number.MAX_SAFE_INTEGER }).ok).toBe(true)
    for (const offset of [-1, 2 ** 53, 1e300, 0.5])
      expect(faultOf('read_page', { name: 'x', offset })).toMatch(
        /^offset takes a whole number from 0 to \d+, not /,
      )
  })
})

test.each([
  ['readpage', 'Did you mean read_page?'],
  ['Search', 'Did you mean search?'],
  ['drop_page', undefined],
  ['create_pages', 'Did you mean create_page?'],
  ['x', undefined],
  ['constructor', undefined],
  [undefined, undefined],
  [5, undefined],
])('there is no tool %j', (name, guess) => {
  const found = findTool(name)
  const error = found.ok ? '' : found.error
  expect(error).toContain(`; the tools are ${TOOL_NAMES.join(', ')}.`)
  expect(/Did you mean .*/.exec(error)?.[0]).toBe(guess)
})

describe('descriptions teach', () => {
  test('every operator of the query language', () => {
    for (const { name } of OPERATORS) expect(tool('search').description).toContain(`(${name} `)
  })

  test('the limits of a search', () => {
    const { queryCharacters, queryWords, queryParts } = LIMITS
    for (const limit of [queryCharacters, queryWords, queryParts])
      expect(tool('search').description).toContain(String(limit))
  })

  const lines = tool('create_page').description.split('\n')
  const common = lines.find((line) => line.startsWith('Types and their fields'))!

  test.each(PAGE_TYPES.map((type) => [type.type, type] as const))(
    '%s with its fields and their options',
    (type, { fields }) => {
      const line = lines.find((one) => one.startsWith(`${type}: `))
      for (const { key, of, options } of fields) {
        const more = of === undefined ? (options?.join('/') ?? '') : `@${of}`
        expect(common.includes(key) ? key : line).toContain(`${key} ${more}`.trim())
      }
    },
  )
})
