export { counted } from '@notegraph/graph'

/** The output of a command: lines for people, or with `--json` one JSON value for programs. */
export interface Output {
  readonly json: boolean
  /** @param value printed with `--json` @param lines printed otherwise */
  result(value: unknown, lines: readonly string[]): void
  /** Prints an answer of the service. Its JSON keeps the order of members that the API sends. */
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

/** A failure with a message of one line; exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Wrong usage of a command; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Joins the lines of a message. */
export const oneLine = (text: string): string => text.replaceAll(/\s*[\n\r]\s*/g, ' ').trim()

/** Aligns the columns of rows. */
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
