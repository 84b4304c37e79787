/** Every text gets an answer soon, or a refusal with a message: random texts, and random queries. */
import { fold } from '@notegraph/block-text'
import { makeBlock, makePage } from '@notegraph/graph'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { HAY, openHay } from './hay.ts'
import { NOON } from './notes.ts'

let small: Api
let many: Api

const signs = '( ) [[ ]] [ ] " # \\ , ; -- % _ \u3000 \0 日本 ß 😀'.split(' ')
const names =
  'and or not todo priority between property page-property page-type page-tags page namespace'.split(' ')
const operands = ['A', 'now', 'today', '-7d', 'due', 'person', 'Plans', '[[Plans]]', '(not x)', '"a b"']
const token = fc.oneof(
  fc.constantFrom(...signs),
  fc.constantFrom(...names.map((name) => `(${name}`)),
  fc.constantFrom(...operands),
)
const anyText = fc.oneof(
  fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join(' ')),
  fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join('')),
  fc
    .tuple(fc.array(token, { maxLength: 6 }), fc.nat(3))
    .map(([tokens, n]) => tokens.join(' ') + ')'.repeat(n)),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

const LEAVES =
  `hay;needle;a;,;日本;"y, n";" hay";[[Stack]];#[[x]];(todo now [done]);(priority a);(between -7d today);
  (between created -1y today);(between due -1w +1w);(property status);(property status open);
  (page-property type book);(page-type page);(page-tags x y);(page stack);(namespace s)`.split(/;\s*/)

/** Random nested queries, most of them within the limits. */
const anyQuery = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom(...LEAVES),
    fc
      .tuple(fc.constantFrom('and', 'or', 'not'), fc.array(tie('node'), { minLength: 1, maxLength: 3 }))
      .map(([name, parts]) => `(${name} ${(name === 'not' ? parts.slice(0, 1) : parts).join(' ')})`),
  ),
})).node

/**
 * An answer is slow if it costs more than this many scans of many blocks, each time it is requested. Most cost two or
 * three scans.
 */
const SLOW = 200
const TRIES = 3

/** Microseconds of processor time, over all threads of this process, so that other programs do not count. */
async function costOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

async function lookThrough(): Promise<number> {
  const costs: number[] = []
  for (let turn = 0; turn < 9; turn++)
    costs.push(await costOf(() => HAY.filter((words) => fold(words).includes('needle'))))
  return costs.toSorted((a, b) => a - b)[4]!
}

/** Writes blocks on a page of their own. */
async function write(api: Api, ...texts: string[]): Promise<void> {
  const page = makePage({ id: 'written', name: 'Written', now: NOON })
  const known = (await api.graph.records.find(page.id)) !== undefined
  const blocks = texts.map((content) => {
    const id = `written-${written++}`
    return makeBlock({ id, content, rev: id, pageId: page.id, parentId: null, order: written, now: NOON })
  })
  const puts = (known ? blocks : [page, ...blocks]).map((record) => ({ record, from: 0 }))
  expect(await api.graph.commits.commit({ puts })).toMatchObject({ ok: true })
}
let written = 0

/** Tests random texts and queries. The environment can raise their number. */
export function testRandomQueries(number: number): void {
  const runs = Number(process.env['NOTEGRAPH_SEARCH_RUNS'] ?? number)
  beforeAll(async () => {
    small = await openApi()
    many = await openHay()
  })

  test.each([
    ['text', anyText],
    ['query', anyQuery],
  ])('[5] any %s is answered soon, or refused in words', { timeout: runs * 100 }, async (_, texts) => {
    const most = SLOW * (await lookThrough())
    let asked = 0
    await fc.assert(
      fc.asyncProperty(texts, async (q) => {
        const [api, options] = asked++ % 20 === 0 ? [many, {}] : ([small, { unchecked: true }] as const)
        // Between two queries a block is written, indexed, or neither.
        if (asked % 3 === 0) await write(api, 'hay')
        if (asked % 3 === 1) await api.graph.search.index()
        const costs: number[] = []
        do {
          const ask = async () => {
            const { status, body } = await api.get(`/search?limit=2&q=${encodeURIComponent(q)}`, options)
            expect([status, body['code']]).toEqual(status === 200 ? [200, undefined] : [400, 'bad_request'])
          }
          costs.push(await costOf(ask))
        } while (Math.min(...costs) > most && costs.length < TRIES)
        expect(Math.min(...costs)).toBeLessThanOrEqual(most)
      }),
      { numRuns: runs / 2 },
    )
  })

  test('[Q operands] an answer is the same before, while and after what was written is indexed', async () => {
    const text = fc.array(fc.constantFrom('hay', 'needle', 'TODO', '[#A]', '日本', '[[Stack]]', '#x', 'y, n'))
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          text.map((words) => words.join(' ')),
          { maxLength: 5 },
        ),
        anyQuery,
        async (texts, q) => {
          await write(small, ...texts)
          const ask = async () =>
            (await small.get(`/search?q=${encodeURIComponent(q)}`, { unchecked: true })).text
          const before = await ask()
          const indexed = small.graph.search.index()
          expect(await ask()).toBe(before)
          await indexed
          expect(await ask()).toBe(before)
        },
      ),
      { numRuns: runs / 20 },
    )
  })
}
