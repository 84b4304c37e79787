/** What a command prints: lines for a person, or with `--json` one JSON value for a program. */
export interface Output {
  readonly json: boolean
  /** @param value what `--json` prints @param lines what a person reads */
  result(value: unknown, lines: readonly string[]): void
  /** An answer of the service, whose JSON is printed as the API sends it: members keep their order. */
  answer(answer: { readonly json: string }, lines: readonly string[]): void
}

export function output(json: boolean, write: (text: string) => void): Output {
  const print = (jsonText: () => string, lines: readonly string[]): void =>
    write(json ? `${jsonText()}\n` : lines.map((line) => `${line}\n`).join(''))
  return {
    json,
    result: (value, lines) => print(() => JSON.stringify(value), lines),
    answer: (answer, lines) => print(() => answer.json, lines),
  }
}

/** A failure that is told in one line; exit 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** A way of calling that a command does not take; exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A message of several lines in one. */
export const oneLine = (text: string): string => text.replaceAll(/\s*[\n\r]\s*/g, ' ').trim()

/** Rows with their columns in line. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, i) => Math.max(most[i] ?? 0, cell.length)),
    [],
  )
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  )
}

/** `1 page`, `2 pages`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`
