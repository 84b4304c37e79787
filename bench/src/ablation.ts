/**
 * Switches each part of the search index off alone, and compares the same questions with it and without it, in turns, on the
 * same files. A part is worth its code if some question takes half as long again without it. Then compares the index with a
 * scan of texts in memory.
 */
import type { SettledQuery } from '@notegraph/query'
import { FASTEST, type Plan } from '@notegraph/search-index'
import { openSearchFile, type SearchFile } from '@notegraph/store/sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scanRatios } from './ablation-scan.ts'
import type { Ratio } from './measure.ts'
import { COUNTED } from './search-floor.ts'
import { LIMIT } from './search-asking.ts'
import { graphOf, IMPORTED, QUESTIONS, settled, timed } from './ablation-graph.ts'

interface Part {
  readonly name: string
  readonly off: Partial<Plan>
  /** Whether it orders blocks by time, which depends on whether many were written at once. */
  readonly orders?: boolean
}

const PARTS: readonly Part[] = [
  { name: 'order of operands by cost', off: { ordered: false } },
  { name: 'doc value of times', off: { timeValues: false }, orders: true },
  { name: 'spans', off: { spanCost: Infinity } },
  { name: 'checks instead of sets', off: { costBased: false } },
  { name: 'listings', off: { listingCost: 0 } },
  { name: 'doc value of letters', off: { letters: false } },
  { name: 'boundary terms', off: { boundaries: false } },
  { name: 'cached sets', off: { cachedSets: false } },
]

/** A part pays if a question takes so many times as long without it. */
const PAYS = 1.5
/** Milliseconds. Nobody notices what takes less. */
const NOTICED = 1
/** Blocks from which on fewer turns do, since each takes long. */
const MANY = 1_000_000
const TURNS = 7
const TURNS_OF_MANY = 3
/** The questions that gain most are measured again, so that chance does not make them so. */
const AGAIN = 4

export const ABLATION_SIZES: readonly string[] = ['1000', '10000', '100000', '1000000']
export interface Gain {
  readonly q: string
  readonly when: 'first' | 'again'
  /** Milliseconds. */
  readonly without: number
  readonly with: number
}

export async function ablationRatios({
  blocks = '100000',
  data,
  only = '',
}: {
  readonly blocks?: string
  readonly data?: string
  /** Measures only the parts whose names contain it. */
  readonly only?: string
}): Promise<Ratio[]> {
  const folder = data ?? mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
  try {
    const size = Number(blocks)
    const turns = size < MANY ? TURNS : TURNS_OF_MANY
    const spread = await graphOf(folder, size)
    const imported = await graphOf(folder, size, IMPORTED)
    const ratios: Ratio[] = []
    for (const { name, off, orders } of PARTS.filter((part) => part.name.includes(only))) {
      const gains = (orders ? [spread, imported] : [spread]).flatMap((path) =>
        gainsOf(path, { ...FASTEST, ...off }, turns),
      )
      ratios.push(ratioOf(`${name}, in ${size.toLocaleString('en')} blocks`, gains))
    }
    if (size < MANY && 'scan'.includes(only)) ratios.push(...(await scanRatios(folder, size)))
    return ratios
  } finally {
    if (data === undefined) rmSync(folder, { recursive: true })
  }
}

function gainsOf(path: string, off: Plan, turns: number): Gain[] {
  const [on, without] = [openSearchFile(path), openSearchFile(path, off)]
  const first = (q: string): Gain => ({
    q,
    when: 'first',
    ...inTurns(
      turns,
      () => firstTime(path, FASTEST, settled(q)),
      () => firstTime(path, off, settled(q)),
    ),
  })
  const again = (q: string): Gain => {
    const query = settled(q)
    if (JSON.stringify(ask(on, query)) !== JSON.stringify(ask(without, query)))
      throw new Error(`${q}: the answers differ`)
    return {
      q,
      when: 'again',
      ...inTurns(
        turns,
        () => timed(() => ask(on, query)),
        () => timed(() => ask(without, query)),
      ),
    }
  }
  try {
    const gains = QUESTIONS.flatMap((q) => [again(q), first(q)])
      .filter(isNoticed)
      .toSorted((a, b) => gainOf(b) - gainOf(a))
    const confirmed = gains.slice(0, AGAIN).map(({ q, when }) => (when === 'first' ? first(q) : again(q)))
    return [...confirmed, ...gains.slice(AGAIN)]
  } finally {
    on.close()
    without.close()
  }
}

const isNoticed = (gain: Gain): boolean => Math.max(gain.without, gain.with) >= NOTICED

const ask = (file: SearchFile, query: SettledQuery) => file.find(query, { limit: LIMIT, offset: 0 }, COUNTED)

/** Times a question to a connection and a cache that have read nothing. The system has the file in memory. */
function firstTime(path: string, plan: Plan, query: SettledQuery): number {
  const file = openSearchFile(path, plan)
  try {
    return timed(() => ask(file, query))
  } finally {
    file.close()
  }
}

/** The best time of each, the two taking turns. */
function inTurns(turns: number, on: () => number, off: () => number): Pick<Gain, 'with' | 'without'> {
  const times = Array.from({ length: turns }, () => ({ on: on(), off: off() }))
  return { with: Math.min(...times.map((one) => one.on)), without: Math.min(...times.map((one) => one.off)) }
}

const gainOf = (gain: Gain): number => gain.without / gain.with

function ratioOf(name: string, gains: readonly Gain[]): Ratio {
  const [best, ...others] = gains.toSorted((a, b) => gainOf(b) - gainOf(a))
  if (!best) return { name, of: 'no question that takes a millisecond', to: 'the same', ratio: 1, target: 0 }
  const worst = others.at(-1) ?? best
  const wins = gains.filter((gain) => gainOf(gain) >= PAYS).length
  const loses = gains.filter((gain) => gainOf(gain) <= 1 / PAYS).length
  return {
    name,
    of: 'the question that gains most',
    to: 'the same without this part',
    ratio: gainOf(best),
    target: 0, // a size at which a part does not pay is no fault
    notes: `${[best, ...others.slice(0, 3), worst].map(described).join('; ')}; ${wins} of ${gains.length} gain, ${loses} lose`,
  }
}

const described = ({ q, when, ...ms }: Gain): string =>
  `${ms.without.toFixed(1)} to ${ms.with.toFixed(1)} ms ${when}: ${q.slice(0, 40)}`
