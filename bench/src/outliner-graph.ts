/** The graph of the outliner's benchmark: generated notes, a page of 5,000 blocks that 1,000 others link, and one of 1,000. */
import { join } from 'node:path'
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { operator } from '@notegraph/service'
import { openDiskBlobs } from '@notegraph/store/disk'
import { openSqlite } from '@notegraph/store/sqlite'
import { generateBlock } from './generate.ts'
import { random } from './random.ts'
import { fill } from './served.ts'

export const LONG = 'bench-long'
export const SCREENS = 'bench-screens'
/** The block that is typed into. References and queries show it too. */
export const TYPED = 'bench-typed'
/** A block with `BELOW` blocks below it, and the sibling before it. */
export const MOVED = 'bench-moved'
export const BEFORE_MOVED = 'bench-before'
export const BELOW = 500
export const REFERENCES = 1_000

const BLOCKS = 100_000
const PAGES = 1_000
const NOW = Date.UTC(2026, 0, 1)
const QUERIES = [
  '[[Bench typed]]',
  '(and [[Bench typed]] (not (todo DONE)))',
  '(todo NOW DOING)',
  '(property status open)',
  '(priority A)',
  '(and (todo TODO) [[Page 3]])',
  '[[Page 7]]',
  '(or [[Page 11]] [[Page 12]])',
  '(and #tag3 (todo TODO LATER))',
  '(property rating 5)',
]

/** Creates the account with the graph. */
export async function fillOutliner(folder: string): Promise<void> {
  await fill(folder, PAGES, BLOCKS - 6_000 - REFERENCES)
  const store = openSqlite(folder)
  const made = await store
    .graph('bench')
    .commits.commitAll([{ puts: [...records()].map((record) => ({ record, from: 0 })) }])
  if (!made.ok) throw new Error(made.why)
  await store.close()
}

/** @returns the path of a link that signs in once */
export async function signInPath(folder: string): Promise<string> {
  const store = openSqlite(folder)
  const { path } = await operator(store, openDiskBlobs(join(folder, 'files')), Date.now).createSignInLink(
    'bench',
  )
  await store.close()
  return path
}

function* records(): Generator<GraphRecord> {
  const dice = random(3)
  const words = (): string => generateBlock(dice, PAGES)
  const page = (id: string, name: string): GraphRecord => makePage({ id, name, now: NOW })
  const block = (
    id: string,
    pageId: string,
    order: number,
    content: string,
    parentId: string | null = null,
  ) => makeBlock({ id, content, rev: `rev-${id}`, pageId, parentId, order, now: NOW })
  yield page(LONG, 'Bench long')
  yield page(SCREENS, 'Bench screens')
  yield page('bench-typed-page', 'Bench typed')
  yield block(TYPED, LONG, 0, 'typed [[Bench typed]] [[Bench long]] here')
  yield block(BEFORE_MOVED, LONG, 1, 'before')
  yield block(MOVED, LONG, 2, 'moved')
  yield block('bench-behind', LONG, 3, 'behind')
  for (let n = 0; n < BELOW; n++) yield block(`bench-below-${n}`, LONG, n, words(), MOVED)
  for (const [n, query] of QUERIES.entries())
    yield block(`bench-query-${n}`, LONG, 10 + n, `{{query ${query}}}`)
  // Every fifth block has the four that follow below it.
  let parent: string | null = null
  for (let n = 0; n < 5_000 - BELOW - QUERIES.length - 4; n++) {
    const id = `bench-long-${n}`
    if (n % 5 === 0) parent = null
    yield block(id, LONG, 100 + n, words(), parent)
    parent ??= id
  }
  for (let n = 0; n < 1_000; n++) yield block(`bench-screens-${n}`, SCREENS, n, words())
  for (let n = 0; n < REFERENCES; n++) {
    if (n % 20 === 0) yield page(`bench-refers-${n}`, `Bench refers ${n}`)
    yield block(`bench-ref-${n}`, `bench-refers-${n - (n % 20)}`, n, `see [[Bench long]] ${words()}`)
  }
}
