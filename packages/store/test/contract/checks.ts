/** The suite of checks: what a change reads in its transaction, before its records are written and after. @see sharing 8 */
import { makePage } from '@notegraph/graph'
import { parseQuery, type Query } from '@notegraph/query'
import { expect, test } from 'vitest'
import type { ChangeReads, GraphStore, Put, Store } from '../../src/index.ts'
import { keep, listed } from '../change-builder.ts'
import { add, block, page, T0 } from '../builder.ts'
import { useGraph } from './use-graph.ts'

/** A reference names a block by a UUID. */
const FIRST = '11111111-1111-4111-8111-111111111111'
const DAYS = { today: 20261120, startOf: () => 0 }

function queryOf(text: string): Query {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw new Error(text)
  return parsed.query
}

export function checksContract(open: () => Promise<Store>): void {
  let graph: GraphStore
  useGraph(open, async (opened) => {
    graph = opened
    await add(
      graph,
      page('p1', 'Ada', [['alias', 'Countess'], ['tags', 'engines']]),
      page('p2', 'Notes', [['author', 'countess']]),
      page('p3', 'Shared'),
      block(FIRST, 'p1', 'first', { order: 1 }),
      block('b2', 'p1', 'nested', { order: 2, parentId: FIRST }),
      block('b3', 'p2', 'see [[Countess]]', { order: 1 }),
      block('b4', 'p3', `quotes ((${FIRST}))`, { order: 1 }),
      block('b5', 'p3', '{{embed [[Notes]]}}', { order: 2 }),
      block('b6', 'p3', 'links [[Ada]]', { order: 3 }),
    ) // prettier-ignore
  })

  /** The results of a function before a change, and after it. */
  async function around<T>(puts: readonly Put[], read: (reads: ChangeReads) => T): Promise<[T, T]> {
    let before: T | undefined
    let after: T | undefined
    const done = await graph.commits.commit({
      puts,
      check: (reads) => {
        before = read(reads)
        return () => {
          after = read(reads)
          return true
        }
      },
    })
    expect(done).toMatchObject({ ok: true })
    return [before as T, after as T]
  }
  const held = async (id: string): Promise<number> => (await graph.records.find(id))!.seq
  /** Ada without her alias and her tag. */
  const plain = async (): Promise<Put> => ({
    record: makePage({ id: 'p1', name: 'Ada', now: T0 }),
    from: await held('p1'),
  })
  const ALL = ['p1', 'p2', 'p3']

  test.each<[what: string, read: (reads: ChangeReads) => unknown, before: unknown, after: unknown]>([
    ['a page', (reads) => reads.page('p1'), { id: 'p1', name: 'Ada', kind: 'page', names: ['ada', 'countess'] }, { id: 'p1', name: 'Ada', kind: 'page', names: ['ada'] }],
    ['no page', (reads) => reads.page('p9'), undefined, undefined],
    ['the page of a name', (reads) => reads.holder('countess')?.id, 'p1', undefined],
    ['pages by a filter', (reads) => reads.passing(ALL, { tag: 'engines' }), ['p1'], []],
    ['pages by a filter among others', (reads) => reads.passing(['p2'], { tag: 'engines' }), [], []],
    ['pages by a query', (reads) => reads.matching(ALL, queryOf('(page-tags engines)'), DAYS), ['p1'], []],
    ['pages by a query of blocks', (reads) => reads.matching(ALL, queryOf('see'), DAYS, ['b3']), ['p2'], ['p2']],
    ['pages by a query of other blocks', (reads) => reads.matching(ALL, queryOf('see'), DAYS, [FIRST]), [], []],
    ['users of a name', (reads) => reads.using(['countess'], 9), ['p1', 'p2'], ['p2']],
    ['so many users of names', (reads) => reads.using(['countess', 'ada', 'notes'], 1).length, 1, 1],
    ['who quotes a block', (reads) => reads.quoting(ALL, { blocks: [FIRST] }), ['p3'], ['p3']],
    ['who quotes a block above', (reads) => reads.quoting(ALL, { blocks: ['b2'] }), ['p3'], ['p3']],
    ['who quotes a block on a page', (reads) => reads.quoting(ALL, { onPages: ['p1'] }), ['p3'], ['p3']],
    ['who embeds a page', (reads) => reads.quoting(ALL, { names: ['notes'] }), ['p3'], ['p3']],
    ['a link is no embed', (reads) => reads.quoting(ALL, { names: ['ada'] }), [], []],
    ['who quotes, among others', (reads) => reads.quoting(['p2'], { blocks: [FIRST], names: ['notes'] }), [], []],
  ])('%s', async (_, read, before, after) => {
    expect(await around([await plain()], read)).toEqual([before, after])
  }) // prettier-ignore

  test('a check that fails writes nothing', async () => {
    const head = await graph.commits.head()
    const change = { puts: [await plain()], entry: listed('c1'), idempotency: keep('k1') }
    expect(await graph.commits.commit({ ...change, check: () => () => false })).toEqual({
      ok: false,
      why: 'check_failed',
    })
    expect(await graph.commits.head()).toBe(head)
    expect(await graph.commits.findIdempotencyRecord('k1')).toBeUndefined()
    expect(await graph.changes.find('c1')).toBeUndefined()
    expect((await graph.pages.find('p1'))?.view).toContain('Countess')
    expect(await graph.commits.commit({ ...change, check: () => () => true })).toMatchObject({ ok: true })
  })

  test('other refusals go first', async () => {
    const check = () => () => false
    const outdated = { ...(await plain()), from: 999 }
    expect(await graph.commits.commit({ puts: [outdated], check })).toMatchObject({
      why: 'changed_meanwhile',
    })
    const full = { record: block('b9', 'p1', 'words'), from: 0 }
    expect(await graph.commits.commit({ puts: [full], quota: 1, check })).toMatchObject({ why: 'quota_full' })
  })
}
