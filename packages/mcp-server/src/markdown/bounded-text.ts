/**
 * An answer of bounded length. Content that does not fit is omitted as a whole, and the last line says how to get the
 * rest.
 * @see decisions 10.5
 */
import { LIMITS } from '@notegraph/contract'

/** Characters reserved for the last line. */
const LAST_LINE = 2_000

export class BoundedText {
  readonly #parts: string[] = []
  #left: number

  constructor(most: number = LIMITS.mcpAnswer) {
    this.#left = most - LAST_LINE
  }

  /** The number of characters that still fit. */
  get room(): number {
    return this.#left
  }

  /** Adds lines, if they fit. */
  add(lines: string): boolean {
    if (lines.length + 1 > this.#left) return false
    this.#parts.push(lines)
    this.#left -= lines.length + 1
    return true
  }

  /** @param last the last line, after an empty line; omitted if empty */
  end(last = ''): string {
    return [this.#parts.join('\n'), last.slice(0, LAST_LINE - 2)].filter(Boolean).join('\n\n')
  }
}
