/**
 * The last result of each fault on each store, as a Markdown table. A run replaces the rows of its faults, so that a table
 * may come from several runs.
 */

export interface Result {
  readonly fault: string
  readonly store: string
  readonly fired: number
  readonly acknowledged: number
  readonly passed: boolean
  /** The day of the run, as `2026-11-23`. */
  readonly date: string
  readonly commit: string
}

const BEGIN = '<!-- last result: written by `npm run trial -- --report FILE` -->'
const END = '<!-- /last result -->'
const HEAD = ['fault', 'store', 'fired', 'acknowledged writes', 'verdict', 'date', 'commit']

const cellsOf = ({ fault, store, fired, acknowledged, passed, date, commit }: Result): string[] => [
  `\`${fault}\``,
  store,
  String(fired),
  String(acknowledged),
  passed ? 'passed' : 'FAILED',
  date,
  commit,
]

/**
 * Puts results into the table of a document, which is added at the end if it is missing.
 * @param order faults and stores in the order of the table; rows of others are dropped
 */
export function withResults(
  document: string,
  results: readonly Result[],
  order: readonly Pick<Result, 'fault' | 'store'>[],
): string {
  const begin = document.indexOf(BEGIN)
  const end = document.indexOf(END)
  const [before, after] =
    begin === -1 || end === -1
      ? [`${document}${document === '' ? '' : '\n'}`, '\n']
      : [document.slice(0, begin), document.slice(end + END.length)]
  const rows = new Map(
    [...rowsOf(document.slice(begin, end)), ...results.map(cellsOf)].map((row) => [keyOf(row), row]),
  )
  const kept = order
    .map(({ fault, store }) => rows.get(`\`${fault}\` ${store}`))
    .filter((row) => row !== undefined)
  return `${before}${BEGIN}\n\n${tableOf(kept)}\n\n${END}${after}`
}

const keyOf = ([fault, store]: readonly string[]): string => `${fault} ${store}`

/** The rows of an earlier table. */
const rowsOf = (table: string): string[][] =>
  table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

/** Cells of a column have the same width, as the formatter of the documents wants it. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((name, n) => Math.max(name.length, ...rows.map((row) => row[n]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, n) => cell.padEnd(widths[n]!)).join(' | ')} |`
  return [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
