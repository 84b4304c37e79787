/** The size of answers, and its limits. */
import { memoryBlobs } from '@notegraph/store'
import { LIMITS, type ToolName } from '@notegraph/contract'
import { exportFolder } from '@notegraph/service'
import { beforeAll, describe, expect, test } from 'vitest'
import { INSTRUCTIONS } from '../src/index.ts'
import { block, page, world, type World } from './world.ts'

const WORDS = 'the engine weaves algebraic patterns just as a loom weaves flowers and leaves'.split(' ')
const words = (n: number): string =>
  Array.from({ length: 4 + (n % 17) }, (_, i) => WORDS[(n * 7 + i) % WORDS.length]).join(' ')
const uuid = (n: number): string => `${(n * 2_654_435_761).toString(16).padStart(12, '0').slice(-8)}-${n}`

/** A page of notes of usual length, nested as they usually are. */
function notes(count: number): ReturnType<typeof block>[] {
  const made: ReturnType<typeof block>[] = []
  for (let n = 0; n < count; n++) {
    const under = n % 4 === 0 ? null : made[n - 1 - ((n - 1) % 4)]!.id
    made.push(
      block(uuid(n), 'p', n % 10 === 0 ? `TODO ${words(n)}\nSCHEDULED: <2026-11-20 Fri>` : words(n), {
        order: n,
        under,
      }),
    )
  }
  return made
}

describe('the cost for an assistant', () => {
  test('a page of 1,000 blocks costs at most a quarter more than its plain Markdown', async () => {
    const it = await world({ records: [page('p', 'Long'), ...notes(1_000)] })
    const files = new Map<string, string>()
    await exportFolder(it.store, memoryBlobs(), 'me', {
      paths: async () => [],
      read: async () => Promise.reject(new Error('nothing is there')),
      write: async (path, content) => {
        if (typeof content === 'string') files.set(path, content)
      },
      remove: async () => {},
    })
    const plain = files.get('pages/Long.md')!
    let cost = 0
    for (let offset = 0; offset < 1_000; offset += LIMITS.mcpBlocks)
      cost += (await it.call('read_page', { name: 'Long', offset })).text!.length
    expect(cost / plain.length).toBeLessThanOrEqual(1.25)
    expect(
      (await it.call('read_page', { name: 'Long', limit: 1_000 })).text!.length / plain.length,
    ).toBeLessThanOrEqual(1.25)
  })

  test.each([
    ['without the right organize', [], 20_000],
    ['with it', ['organize'], 24_000],
  ] as const)('[A10] %s, the tools and the instructions are under the limit', async (_, may, most) => {
    const it = await world()
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const caller = { ...it.caller, may }
    const response = await it.handle({ headers: new Headers(), body }, { caller, address: 'a' })
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({ result: { tools: expect.any(Array) } })
    expect(Buffer.byteLength(text) + Buffer.byteLength(INSTRUCTIONS)).toBeLessThan(most)
    expect(Buffer.byteLength(INSTRUCTIONS)).toBeLessThan(2_048)
  })
})

describe('[D10.5] an answer is at most 100,000 characters', () => {
  const LONG = 'x'.repeat(19_000)
  let it: World
  beforeAll(async () => {
    const blocks = Array.from({ length: 20 }, (_, n) =>
      block(`b${n}-000000`, 'p', `TODO ${n} ${LONG}`, {
        order: n,
        under: n % 5 === 4 ? `b${n - 1}-000000` : null,
      }),
    )
    const names = Array.from({ length: 1_000 }, (_, n) =>
      page(`n${n}`, `${n} ${'name '.repeat(39)}`, [['alias', 'other '.repeat(30)]]),
    )
    const props = Array.from({ length: 200 }, (_, n): [string, string] => [`key-${n}`, 'v'.repeat(400)])
    it = await world({
      records: [
        page('p', 'Long'),
        ...blocks,
        page('h', 'Huge', props),
        block('huge-00000', 'h', `${'y'.repeat(150)}\n`.repeat(1_000)),
        block('small-0000', 'h', 'small', { order: 2 }),
        ...names,
      ],
    })
  })
  const textOf = async (tool: ToolName, args: object): Promise<string> => {
    const { text = '' } = await it.call(tool, args)
    expect(text.length).toBeLessThanOrEqual(100_000)
    return text
  }

  test('it ends at a whole block, and its last line is the call for the rest, to the end', async () => {
    const seen: string[] = []
    let call: Record<string, unknown> = { name: 'Long' }
    for (let calls = 0; calls < 20; calls++) {
      const text = await textOf('read_page', call)
      for (const [, n, words] of text.matchAll(/- TODO (\d+) (x+) \^b\d+-0+(?=\n|$)/g)) {
        expect(words).toHaveLength(19_000)
        seen.push(n!)
      }
      const rest = /\. For the rest: read_page (\{.*\})$/.exec(text)
      if (!rest) break
      call = JSON.parse(rest[1]!) as Record<string, unknown>
    }
    expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => String(n)))
  })

  test('a block that no answer holds is cut, and the call for the rest goes on behind it', async () => {
    const text = await textOf('read_page', { name: 'Huge' })
    expect(text).toMatch(
      /\^huge-000 \(cut: \d+ of 151000 characters, read_block \{"block_id":"huge-000","from":\d+\}\)\n/,
    )
    expect(text).toMatch(
      /Blocks 1-1 of 2\. For the rest: read_page \{"name":"Huge","offset":1\}\nThe text goes on: read_block \{.*\}$/,
    )
    expect(await textOf('read_page', { name: 'Huge', offset: 1 })).toContain('- small ^small-00')
    expect(await textOf('read_block', { block_id: 'huge-00000' })).toMatch(
      /\(cut: \d{5} of 151000 characters, read_block /,
    )
  })

  test('[A4.4] all properties that a page can have are shown, and further ones leave room for blocks', async () => {
    const most = Array.from({ length: 32 }, (_, n): [string, string] => [`key-${n}`, 'v'.repeat(2_000)])
    const it = await world({ records: [page('m', 'Most', most), block('m-000000', 'm', 'below')] })
    const { text = '' } = await it.call('read_page', { name: 'Most' })
    expect([...text.matchAll(/^ {2}key-\d+:: v{2000}$/gm)]).toHaveLength(32)
    expect(text).toContain('\n- below ^m-000000')
    const huge = await textOf('read_page', { name: 'Huge' })
    expect(huge).toMatch(/\n\(\d+ lines are left out\)\n/)
    expect(huge.match(/y/g)!.length).toBeGreaterThan(10_000)
  })

  test('[A4.4] a property that does not fit hides no later one', async () => {
    const invisible = '\u200B'.repeat(2_000)
    const props = Array.from({ length: 6 }, (_, n): [string, string] => [`key-${n}`, invisible])
    const it = await world({ records: [page('i', 'Invisible', [...props, ['mood', 'glad']])] })
    const { text = '' } = await it.call('read_page', { name: 'Invisible' })
    expect(text).toMatch(/\n {2}mood:: glad\n\(\d lines? (?:is|are) left out\)/)
  })

  test('[A4.4] the properties of a further page that do not fit are left out with the call for them', async () => {
    const props = Array.from({ length: 30 }, (_, n): [string, string] => [`key-${n}`, 'v'.repeat(2_000)])
    const it = await world({ records: [page('f', 'First', props), page('s', 'Second', props)] })
    const { text = '' } = await it.call('read_page', { name: 'First', more: ['Second'] })
    expect(text).toMatch(/\n\(\d+ lines are left out: read_page \{"name":"Second"\}\)\n/)
    const alone = (await it.call('read_page', { name: 'Second' })).text!
    expect(alone.match(/^ {2}key-\d+:: v{2000}$/gm)).toHaveLength(30)
  })

  test('a list of pages', async () => {
    expect(await textOf('list_pages', { limit: 1_000 })).toMatch(
      /\n\nPages 1-\d{3} of 1,002\. For the rest: list_pages \{"limit":1000,"offset":\d{3}\}$/,
    )
  })

  test('hits are cut, each with the call for all of it', async () => {
    const text = await textOf('search', { query: 'todo xxx', limit: 20 })
    expect([
      ...text.matchAll(/\(cut: 190\d\d characters in all, read_block \{"block_id":"b\d+-0+"\}\)/g),
    ]).toHaveLength(20)
  })

  test('many hits stop at a whole one', async () => {
    const many = Array.from({ length: 1_000 }, (_, n) =>
      block(`c${n}-000000`, 'p', `needle ${'z'.repeat(500)}`, { order: n }),
    )
    const it = await world({ records: [page('p', 'Many'), ...many] })
    const { text = '' } = await it.call('search', { query: 'needle', limit: 1_000 })
    expect(text.length).toBeLessThanOrEqual(100_000)
    const [, shown] = /Blocks 1-(\d+) of 1,000\. For the rest: search /.exec(text)!
    expect([...text.matchAll(/^- needle z+… \^/gm)]).toHaveLength(Number(shown))
    expect(text.length).toBeGreaterThan(80_000)
  })

  test('the line for the rest is there, however full the answer is of several pages', async () => {
    const name = `Many ${'m'.repeat(120)}`
    const many = Array.from({ length: 1_000 }, (_, n) =>
      block(`m${n}-00000000`, 'm', 'z'.repeat(90), { order: n }),
    )
    const it = await world({ records: [page('m', name), page('n', 'Next'), ...many] })
    const { text = '' } = await it.call('read_page', { name, more: ['Next'], limit: 1_000 })
    expect(text.length).toBeLessThanOrEqual(100_000)
    const shown = [...text.matchAll(/^- z+ \^/gm)].length
    expect(text.split('\n').slice(-2)).toEqual([
      `Blocks 1-${shown} of 1,000. For the rest: read_page {"name":"${name}","limit":1000,"offset":${shown}}`,
      'More pages: read_page {"name":"Next","limit":1000}',
    ])
  })

  test('further pages with long names are counted in place of a call', async () => {
    const more = Array.from({ length: 9 }, (_, n) => `${n}${'name '.repeat(39)}`)
    expect(await textOf('read_page', { name: 'Long', more })).toMatch(
      /\nMore pages: read_page with the last 9 names$/,
    )
  })

  test('pages with long aliases leave room for the blocks of a search', async () => {
    const alias = Array.from({ length: 5 }, (_, n) => `a${n}${'\u200B'.repeat(900)}`).join(', ')
    const pages = Array.from({ length: 5 }, (_, n) => page(`e${n}`, `Elm ${n}`, [['alias', alias]]))
    const it = await world({ records: [...pages, page('f', 'F'), block('f-000000', 'f', 'an elm')] })
    const { text = '' } = await it.call('search', { query: 'elm' })
    expect(text).toMatch(/^5 pages by name or property:\n- \[\[Elm 0\]\] /)
    expect(text).toMatch(/\nFor all: list_pages \{"q":"elm"\}\n/)
    expect(text).toMatch(/\n1 block matches\.\n\n## \[\[F\]\]\n- an elm \^f-000000$/)
  })

  test('a call for the rest that is too long names its long arguments', async () => {
    const value = 'v'.repeat(1_600)
    const pages = Array.from({ length: 3 }, (_, n) => page(`v${n}`, `V ${n}`, [['k', value]]))
    const it = await world({ records: pages })
    const args = { property: `k=${value}`, q: 'v', limit: 1 }
    expect((await it.call('list_pages', args)).text).toMatch(
      /\nPages 1-1 of 3\. For the rest: list_pages \{"q":"v","limit":1,"offset":1\}, with the same property$/,
    )
  })

  test('tasks', async () => {
    const text = await textOf('list_tasks', {})
    expect([...text.matchAll(/^- TODO \d+ x+… \^b\d+-0+ on \[\[Long\]\](?: \(1 nested\))?$/gm)]).toHaveLength(
      20,
    )
  })
})

test('[D10.2] nothing is answered but one text', async () => {
  const it = await world({ records: [page('p', 'P')] })
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_pages' } }
  const response = await it.handle({ headers: new Headers(), body }, { caller: it.caller, address: 'a' })
  expect(await response.json()).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: { content: [{ type: 'text', text: expect.any(String) }] },
  })
})

describe('[D10.5] the amount that a tool reads depends on the answer, not on the notes', () => {
  let it: World
  let read = 0
  const counting = <T>(found: T): T => {
    read += JSON.stringify(found).length
    return found
  }
  beforeAll(async () => {
    const long = '漢字です '.repeat(3_800)
    const blocks = Array.from({ length: 400 }, (_, n) =>
      block(`b${n}-000000`, 'p', `TODO ${n} ${long}`, { order: n, under: n === 0 ? null : 'b0-000000' }),
    )
    it = await world({
      records: [page('p', 'Long'), ...blocks],
      wrap: (deps) => ({
        ...deps,
        reader: {
          ...deps.reader,
          readPage: async (...args) => counting(await deps.reader.readPage(...args)),
          search: async (...args) => counting(await deps.reader.search(...args)),
          listTasks: async (...args) => counting(await deps.reader.listTasks(...args)),
        },
      }),
    })
  })

  test.each<[ToolName, object, number, number]>([
    ['read_page', { name: 'Long', limit: 1_000 }, 70_000, 1_000_000],
    ['search', { query: '漢字', limit: 1_000 }, 20_000, 4_000_000],
    ['list_tasks', { limit: 1_000 }, 35_000, 4_000_000],
  ])('%s %j', async (tool, args, least, most) => {
    read = 0
    const { text = '' } = await it.call(tool, args)
    expect(read).toBeLessThan(most)
    expect(text.length).toBeGreaterThan(least)
    expect(text).toMatch(/ of 400\. For the rest: /)
  })
})
