/**
 * The slowest of all queries, including the long ones. Each runs in a fresh process that has not read the graph, and
 * again, at its best, in a process that has answered them all. The system's cache of the file stays warm.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Caller, NotesService } from '@notegraph/service'
import { median, type Ratio } from './measure.ts'
import { timeToAsk } from './search-asking.ts'
import { LONG, type SearchQuestion } from './search-questions.ts'

/** The most milliseconds of a search. */
const MOST_MS = 150
const TURNS = 5
/** The number of slowest queries to report. Twice as many get a median of three fresh processes. */
const TOLD = 4

interface Asked {
  readonly q: string
  readonly first: number
  readonly again: number
}

export async function slowest(
  size: string,
  folder: string,
  questions: readonly SearchQuestion[],
  notes: NotesService,
  caller: Caller,
): Promise<Ratio[]> {
  const all = [...questions.map(({ q }) => q), ...LONG]
  const best = new Map(all.map((q) => [q, Infinity]))
  for (let turn = 0; turn <= TURNS; turn++)
    for (const q of all) {
      const ms = await timeToAsk(notes, caller, q)
      if (turn > 0) best.set(q, Math.min(best.get(q)!, ms))
    }

  const once = all.map((q) => ({ q, first: firstTime(folder, q), again: best.get(q)! }))
  const asked = by('first', once).map((one, i) =>
    i < TOLD * 2
      ? { ...one, first: median([one.first, firstTime(folder, one.q), firstTime(folder, one.q)]) }
      : one,
  )
  return [
    ratioOf(size, 'asked for the first time in a fresh process', by('first', asked), 'first'),
    ratioOf(size, 'asked again', by('again', asked), 'again'),
  ]
}

/** @returns milliseconds in a process of its own */
function firstTime(folder: string, q: string): number {
  const script = join(import.meta.dirname, 'search-first-run.ts')
  return Number(
    execFileSync(process.execPath, ['--conditions=notegraph', script, folder, q], { encoding: 'utf8' }),
  )
}

const by = (when: 'first' | 'again', asked: readonly Asked[]): Asked[] =>
  asked.toSorted((a, b) => b[when] - a[when])

function ratioOf(size: string, how: string, asked: readonly Asked[], when: 'first' | 'again'): Ratio {
  return {
    name: `search in ${size} blocks: the slowest, ${how}`,
    of: 'of these questions and of some near the limits of the language',
    to: `${MOST_MS} ms`,
    ratio: MOST_MS / asked[0]![when],
    target: 1,
    notes: asked
      .slice(0, TOLD)
      .map(({ q, first, again }) => `${first.toFixed(0)} ms, then ${again.toFixed(0)} ms: ${q.slice(0, 40)}`)
      .join('; '),
  }
}
