/** The report of an evaluation: a line for each task, totals, medians, and the faults of unsolved tasks. */
import { BEST } from './best.ts'
import type { Outcome } from './evaluate.ts'
import { FIRST_TASKS } from './tasks/index.ts'

/** Calls and characters read: of the task in the middle, or of several together. */
export interface Medians {
  readonly calls: number
  readonly read: number
}

export interface Summary {
  readonly solved: number
  readonly total: number
  readonly calls: number
  readonly refused: number
  readonly read: number
  readonly written: number
  readonly median: Medians
  /** The sums of the scripted agent for these tasks. */
  readonly best: Medians
  /** The medians of the first thirty tasks; absent if some were left out. */
  readonly medianOfFirst?: Medians
}

export function summaryOf(outcomes: readonly Outcome[]): Summary {
  const first = outcomes.filter(({ id }) => FIRST_TASKS.some((task) => task.id === id))
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((all, one) => all + of(one), 0)
  return {
    solved: sum(({ solved }) => (solved ? 1 : 0)),
    total: outcomes.length,
    calls: sum(({ calls }) => calls),
    refused: sum(({ refused }) => refused),
    read: sum(({ read }) => read),
    written: sum(({ written }) => written),
    median: mediansOf(outcomes),
    best: { calls: sum(({ id }) => bestOf(id)[0]), read: sum(({ id }) => bestOf(id)[1]) },
    ...(first.length === FIRST_TASKS.length && { medianOfFirst: mediansOf(first) }),
  }
}

const bestOf = (id: string): readonly [calls: number, read: number] => BEST[id] ?? [0, 0]

const mediansOf = (outcomes: readonly Outcome[]): Medians => ({
  calls: median(outcomes.map(({ calls }) => calls)),
  read: median(outcomes.map(({ read }) => read)),
})

/** 0 for no numbers. */
function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, each) => sum + each, 0) / Math.max(middle.length, 1)
}

const many = (count: number): string => count.toLocaleString('en')

const HEAD = ['task', 'solved', 'calls', 'best', 'refused', 'read', 'best', 'written', 'seconds']

const row = ({ id, solved, calls, refused, read, written, seconds }: Outcome): string[] => [
  id,
  solved ? 'yes' : 'NO',
  ...[calls, bestOf(id)[0], refused, read, bestOf(id)[1], written].map(many),
  seconds.toFixed(1),
]

const times = (some: number, best: number): string => `${(some / Math.max(best, 1)).toFixed(1)} times`

const medianWords = ({ calls, read }: Medians): string =>
  `${calls === 1 ? '1 call' : `${many(calls)} calls`} and ${many(Math.round(read))} characters read`

export function reportLines(outcomes: readonly Outcome[]): string[] {
  const rows = [HEAD, ...outcomes.map(row)]
  const widths = HEAD.map((_, i) => Math.max(...rows.map((cells) => cells[i]!.length)))
  const table = rows.map((cells) =>
    // Text is aligned left, numbers right.
    cells.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
  )
  const { solved, total, calls, read, written, median, medianOfFirst, best } = summaryOf(outcomes)
  const each = (sum: number) => many(Math.round(sum / Math.max(total, 1)))
  const failed = outcomes.filter((outcome) => !outcome.solved)
  return [
    ...table,
    '',
    `${solved} of ${total} tasks solved. A task took ${(calls / Math.max(total, 1)).toFixed(1)} calls, ${each(read)} characters read and ${each(written)} written.`,
    `The median is ${medianWords(median)}${medianOfFirst && total > FIRST_TASKS.length ? `; of the first thirty, ${medianWords(medianOfFirst)}` : ''}.`,
    `That is ${times(calls, best.calls)} the calls and ${times(read, best.read)} the characters of the scripted agent.`,
    ...failed.flatMap(({ id, ask, faults }) => ['', `${id}: ${ask}`, ...faults.map((fault) => `  ${fault}`)]),
  ]
}
