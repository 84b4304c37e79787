/**
 * Searches 100,000 and 1,000,000 blocks, each query compared with hand-written SQL on the same file. Then measures the
 * effect of many searches on other requests and on memory, and searches right after an import.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notesService, type Caller, type NotesService } from '@notegraph/service'
import { graphFile, openSqlite } from '@notegraph/store/sqlite'
import Database from 'better-sqlite3'
import { ratioTo, type Ratio } from './measure.ts'
import { afterImport } from './search-after-import.ts'
import { callerOf, textOf } from './search-asking.ts'
import { COUNTED, floorOf, TARGET, TO } from './search-floor.ts'
import { fillGraph, NOW } from './search-graph.ts'
import { LONG, questionsOf, type SearchQuestion } from './search-questions.ts'
import { slowest } from './search-slowest.ts'
import { openTasks } from './search-tasks.ts'

/** The number of blocks, and a page that a few thousand of them link to. */
const SIZES = [
  { blocks: 100_000, page: 0 },
  { blocks: 1_000_000, page: 12 },
]
/** 99 of 100 short requests take at most this many milliseconds during searches of others. */
const MOST_P99 = 25
const MIXED = 10_000

export const SEARCH_SIZES: readonly string[] = SIZES.map(({ blocks }) => String(blocks))

export interface SearchOptions {
  /** One of `SEARCH_SIZES`. */
  readonly blocks?: string
  /** A folder that caches the graphs for the next run. */
  readonly data?: string
}

export async function searchRatios({ blocks: only, data }: SearchOptions): Promise<Ratio[]> {
  const folder = data ?? mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
  try {
    const ratios: Ratio[] = []
    for (const { blocks, page } of SIZES)
      if (only === undefined || only === String(blocks))
        ratios.push(...(await ofSize(join(folder, String(blocks)), blocks, questionsOf(page))))
    if (only === undefined || only === String(SIZES[0]!.blocks)) ratios.push(...(await afterImport()))
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
  const file = graphFile(folder, 'one')
  const db = new Database(file, { readonly: true })
  const callers = { one: await callerOf(store, 'one'), two: await callerOf(store, 'two') }
  await store.graph('one').search.index()
  try {
    const named = size.toLocaleString('en')
    const ratios: Ratio[] = []
    for (const question of questions) ratios.push(await against(named, question, notes, callers.one, db))
    ratios.push(...(await slowest(named, folder, questions, notes, callers.one)))
    ratios.push(...(await openTasks(named, notes, callers.one, store.graph('one'), db)))
    ratios.push(await beside(named, notes, callers))
    if (size === SIZES[0]!.blocks) ratios.push(await memory(named, questions, notes, callers.one))
    ratios[0] = { ...ratios[0]!, notes: `${(statSync(file).size / size).toFixed(0)} bytes a block on disk` }
    return ratios
  } finally {
    db.close()
    await store.close()
  }
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
    to: TO,
    ratio: await ratioTo(work, floor, { turns: 5, fillMs: 200 }),
    target: TARGET,
  }
}

/** Reads pages of one account every two milliseconds while another account searches without pause. */
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

/** @returns the 99th-percentile time from when a read was due, in milliseconds */
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
