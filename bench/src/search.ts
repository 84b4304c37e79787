/**
 * Searching in 100,000 and in 1,000,000 blocks, each question against SQL written by hand for it on the same file, rows
 * fetched and serialised; then what many searches do to others and to memory.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blockJson } from '@notegraph/graph'
import { notesService, type Caller, type NotesService } from '@notegraph/service'
import type { FoundBlock, Store } from '@notegraph/store'
import { openSqlite } from '@notegraph/store/sqlite'
import Database from 'better-sqlite3'
import { ratioTo, type Ratio } from './measure.ts'
import { fillGraph, NOW } from './search-graph.ts'
import { LONG, questionsOf, type SearchQuestion } from './search-questions.ts'

/** How many blocks, and a page that a few thousand of them link. */
const SIZES = [
  { blocks: 100_000, page: 0 },
  { blocks: 1_000_000, page: 12 },
]
/** A search is to take at most one and a half times what its floor does. */
const TARGET = 0.67
/** Milliseconds that no search is to take. */
const MOST_MS = 150
/** Milliseconds within which 99 of 100 short requests are answered while searches of others run. */
const MOST_P99 = 25
const MIXED = 10_000
const LIMIT = 200
const COUNTED = 10_000

export interface SearchOptions {
  /** One of the sizes alone. */
  readonly blocks?: number
  /** A folder in which the graphs are kept, and found the next time. */
  readonly data?: string
}

export async function searchRatios({ blocks: only, data }: SearchOptions): Promise<Ratio[]> {
  const folder = data ?? mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
  try {
    const ratios: Ratio[] = []
    for (const { blocks, page } of SIZES)
      if (only === undefined || only === blocks)
        ratios.push(...(await ofSize(join(folder, String(blocks)), blocks, questionsOf(page))))
    return ratios
  } finally {
    if (data === undefined) rmSync(folder, { recursive: true })
  }
}

async function ofSize(folder: string, size: number, questions: readonly SearchQuestion[]): Promise<Ratio[]> {
  const store = openSqlite(folder)
  if (!(await store.accounts.find('one'))) {
    for (const id of ['two', 'one'])
      await store.accounts.create({ id, plan: 'active', allowed: true, quota: 1e12, createdAt: NOW })
    await fillGraph(store.graph('two'), 10_000, 100)
    await fillGraph(store.graph('one'), size)
  }
  const notes = notesService(store, () => NOW)
  const file = join(folder, 'graphs', 'one.sqlite')
  const db = new Database(file, { readonly: true })
  const callers = { one: await callerOf(store, 'one'), two: await callerOf(store, 'two') }
  await foldedIn(notes, callers.one, db)
  try {
    const named = size.toLocaleString('en')
    const ratios: Ratio[] = []
    for (const question of questions) ratios.push(await against(named, question, notes, callers.one, db))
    ratios.push(await openTasks(named, notes, callers.one, db))
    ratios.push(...(await slowest(named, questions, notes, callers.one)))
    ratios.push(await beside(named, notes, callers))
    if (size === SIZES[0]!.blocks) ratios.push(await memory(named, questions, notes, callers.one))
    ratios[0] = { ...ratios[0]!, notes: `${(statSync(file).size / size).toFixed(0)} bytes a block on disk` }
    return ratios
  } finally {
    db.close()
    await store.close()
  }
}

/** A first search begins to fold in what was written; this waits until a thousand records or so are left. */
async function foldedIn(notes: NotesService, caller: Caller, db: Database.Database): Promise<void> {
  const waiting = db
    .prepare<[], number>("SELECT (SELECT max(n) FROM record) - value FROM meta WHERE key = 'indexed'")
    .pluck()
  await textOf(notes, caller, 'zorzorqui')
  while (waiting.get()! > 1_024) await new Promise((resolve) => setTimeout(resolve, 100))
}

async function callerOf(store: Store, id: string): Promise<Caller> {
  const account = await store.accounts.find(id)
  const token = { tokenId: 'bench', tokenName: 'bench', scope: 'read' } as const
  return { account: account!, plan: 'active', zone: 'UTC', ...token }
}

async function textOf(notes: NotesService, caller: Caller, q: string): Promise<string> {
  const result = await notes.search(caller, { q, limit: LIMIT, offset: 0 })
  if (!result.ok) throw new Error(`${q}: ${JSON.stringify(result.refusal)}`)
  return result.value.json
}

const ROW = `block.id, parent_id AS parentId, ord AS "order", content, text, more, block.created_at AS createdAt,
  block.updated_at AS updatedAt, page.id AS pageId, page.name AS pageName`
const JOINED = 'CROSS JOIN page ON page.n = block.page'

/** The quicker of two ways: all numbers at once, or the window and then a count. */
function floorOf(db: Database.Database, { from, values }: SearchQuestion): () => string {
  const found = db.prepare<[number], FoundBlock>(
    `SELECT ${ROW} FROM block ${JOINED} WHERE block.n = (SELECT ?)`, // a bare ? is planned for anew each time
  )
  const all = db.prepare<unknown[], number>(`SELECT block.n ${from} LIMIT ${COUNTED + 1}`).pluck()
  const window = db.prepare<unknown[], FoundBlock>(
    `SELECT ${ROW} FROM (SELECT block.n ${from} LIMIT ${LIMIT}) AS hit CROSS JOIN block ON block.n = hit.n ${JOINED}`,
  )
  const unordered = from.slice(0, from.lastIndexOf('ORDER BY'))
  const count = db
    .prepare<unknown[], number>(`SELECT count(*) FROM (SELECT 1 ${unordered} LIMIT ${COUNTED + 1})`)
    .pluck()
  const serialise = (blocks: readonly FoundBlock[], total: number) => {
    const list = blocks.map((block) => blockJson(block, block.pageName)).join()
    const counted = Math.min(total, COUNTED)
    const next = counted > blocks.length ? blocks.length : null
    return `{"blocks":[${list}],"total":${counted},"next":${next},"truncated":${total > COUNTED}}`
  }
  const atOnce = () => {
    const numbers = all.all(...values)
    const blocks = numbers.slice(0, LIMIT).map((n) => found.get(n)!)
    return serialise(blocks, numbers.length)
  }
  const inTwo = () => serialise(window.all(...values), count.get(...values)!)
  return timed(inTwo) < timed(atOnce) ? inTwo : atOnce
}

function timed(work: () => unknown): number {
  work()
  const begin = performance.now()
  work()
  return performance.now() - begin
}

async function against(
  size: string,
  question: SearchQuestion,
  notes: NotesService,
  caller: Caller,
  db: Database.Database,
): Promise<Ratio> {
  const floor = floorOf(db, question)
  const work = () => textOf(notes, caller, question.q)
  const [answer, wanted] = [await work(), floor()]
  if (answer !== wanted) throw new Error(`${question.q}: the floor does not answer the same`)
  const { total } = JSON.parse(answer) as { total: number }
  return {
    name: `search in ${size} blocks: ${question.name}`,
    of: `${total === COUNTED ? 'over ' : ''}${total.toLocaleString('en')} hits, answers a second`,
    to: 'SQL by hand, rows fetched and serialised',
    ratio: await ratioTo(work, floor, { turns: 5, fillMs: 200 }),
    target: TARGET,
  }
}

async function openTasks(
  size: string,
  notes: NotesService,
  caller: Caller,
  db: Database.Database,
): Promise<Ratio> {
  const rows = db.prepare<[], FoundBlock>(
    `SELECT ${ROW} FROM block ${JOINED}
     WHERE state = 1 ORDER BY due, rank, block.created_at, block.id LIMIT 100`,
  )
  const count = db.prepare<[], number>('SELECT count(*) FROM block WHERE state = 1').pluck()
  const floor = () => {
    const list = rows.all().map((block) => blockJson(block, block.pageName))
    return `{"tasks":[${list.join()}],"total":${count.get()},"next":100}`
  }
  const work = async () => {
    const result = await notes.listTasks(caller, { status: 'open', limit: 100, offset: 0 })
    if (!result.ok) throw new Error(result.refusal.code)
    return result.value.json
  }
  if ((await work()) !== floor()) throw new Error('open tasks: the floor does not answer the same')
  return {
    name: `search in ${size} blocks: open tasks`,
    of: 'answers a second',
    to: 'SQL by hand, rows fetched and serialised',
    ratio: await ratioTo(work, floor, { turns: 5, fillMs: 200 }),
    target: TARGET,
  }
}

/** Of all questions and the long ones, what takes longest: asked for the first time, and at its best of a few times. */
async function slowest(
  size: string,
  questions: readonly SearchQuestion[],
  notes: NotesService,
  caller: Caller,
): Promise<Ratio[]> {
  const asked = [...questions.map(({ q }) => q), ...LONG].map((q) => ({ q, times: [] as number[] }))
  for (let turn = 0; turn < 5; turn++)
    for (const { q, times } of asked) {
      const begin = performance.now()
      await textOf(notes, caller, q)
      times.push(performance.now() - begin)
    }
  const told = (when: string, timeOf: (times: readonly number[]) => number): Ratio => {
    const slow = asked
      .map(({ q, times }) => ({ q, ms: timeOf(times) }))
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, 4)
    return {
      name: `search in ${size} blocks: the slowest, ${when}`,
      of: 'of these questions and of some near the limits of the language',
      to: `${MOST_MS} ms`,
      ratio: MOST_MS / slow[0]!.ms,
      target: 1,
      notes: slow.map(({ q, ms }) => `${ms.toFixed(0)} ms ${q.slice(0, 40)}`).join('; '),
    }
  }
  return [
    told('asked for the first time', (times) => times[0]!),
    told('at its best', (times) => Math.min(...times)),
  ]
}

/** Pages of one account read every two milliseconds, while another searches as fast as it is answered. */
async function beside(
  size: string,
  notes: NotesService,
  { one, two }: { readonly one: Caller; readonly two: Caller },
): Promise<Ratio> {
  const alone = await readPages(notes, two)
  const stop = new AbortController()
  const searches = Array.from({ length: 4 }, async (_, i) => {
    for (let turn = i; !stop.signal.aborted; turn++) await textOf(notes, one, LONG[turn % LONG.length]!)
  })
  const beside = await readPages(notes, two)
  stop.abort()
  await Promise.all(searches)
  return {
    name: `search in ${size} blocks: others meanwhile`,
    of: '99 of 100 reads of a page, while four long searches of another account wait or run',
    to: `${MOST_P99} ms`,
    ratio: MOST_P99 / beside,
    target: 1,
    notes: `p99 ${beside.toFixed(1)} ms, ${alone.toFixed(1)} ms with no search under way`,
  }
}

/** @returns the time within which 99 of 100 were answered, from when each was due */
async function readPages(notes: NotesService, caller: Caller): Promise<number> {
  const APART = 2
  const times: number[] = []
  const begin = performance.now()
  for (let i = 1; i <= 1_500; i++) {
    const due = begin + i * APART
    while (performance.now() < due) await new Promise((resolve) => setImmediate(resolve))
    const page = await notes.readPage(caller, `Page ${1 + (i % 9)}`, { limit: 1_000, offset: 0 })
    if (!page.ok) throw new Error(page.refusal.code)
    times.push(performance.now() - due)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!
}

async function memory(
  size: string,
  questions: readonly SearchQuestion[],
  notes: NotesService,
  caller: Caller,
): Promise<Ratio> {
  let early = 0
  for (let i = 0; i < MIXED; i++) {
    const long = i % 50 === 0
    await textOf(notes, caller, long ? LONG[(i / 50) % LONG.length]! : questions[i % questions.length]!.q)
    if (i === MIXED / 10) early = process.memoryUsage.rss()
  }
  const late = process.memoryUsage.rss()
  return {
    name: `search in ${size} blocks: memory`,
    of: `after a tenth of ${MIXED.toLocaleString('en')} mixed searches`,
    to: 'after all of them',
    ratio: early / late,
    target: 0.9,
    notes: `${(early / 2 ** 20).toFixed(0)} MB, then ${(late / 2 ** 20).toFixed(0)} MB`,
  }
}
