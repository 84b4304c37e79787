/** The report of an evaluation: a line for each task, totals, and the faults of unsolved tasks. */
import type { Outcome } from './evaluate.ts'

export interface Summary {
  readonly solved: number
  readonly total: number
  readonly calls: number
  readonly refused: number
  readonly read: number
  readonly written: number
}

export function summaryOf(outcomes: readonly Outcome[]): Summary {
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((all, one) => all + of(one), 0)
  return {
    solved: sum(({ solved }) => (solved ? 1 : 0)),
    total: outcomes.length,
    calls: sum(({ calls }) => calls),
    refused: sum(({ refused }) => refused),
    read: sum(({ read }) => read),
    written: sum(({ written }) => written),
  }
}

const many = (count: number): string => count.toLocaleString('en')

const HEAD = ['task', 'solved', 'calls', 'refused', 'read', 'written', 'seconds']

const row = ({ id, solved, calls, refused, read, written, seconds }: Outcome): string[] => [
  id,
  solved ? 'yes' : 'NO',
  ...[calls, refused, read, written].map(many),
  seconds.toFixed(1),
]

export function reportLines(outcomes: readonly Outcome[]): string[] {
  const rows = [HEAD, ...outcomes.map(row)]
  const widths = HEAD.map((_, i) => Math.max(...rows.map((cells) => cells[i]!.length)))
  const table = rows.map((cells) =>
    // Text is aligned left, numbers right.
    cells.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
  )
  const { solved, total, calls, read, written } = summaryOf(outcomes)
  const each = (sum: number) => many(Math.round(sum / Math.max(total, 1)))
  const failed = outcomes.filter((outcome) => !outcome.solved)
  return [
    ...table,
    '',
    `${solved} of ${total} tasks solved. A task took ${(calls / Math.max(total, 1)).toFixed(1)} calls, ${each(read)} characters read and ${each(written)} written.`,
    ...failed.flatMap(({ id, ask, faults }) => ['', `${id}: ${ask}`, ...faults.map((fault) => `  ${fault}`)]),
  ]
}
