/**
 * An answer of bounded length. What does not fit is left out whole, and the answer says how to get it.
 * @see decisions 10.5
 */
import { LIMITS } from '@notegraph/contract'

/** What is kept free for the last line. */
const LAST_LINE = 2_000

export class BoundedText {
  readonly #parts: string[] = []
  #left: number

  constructor(most: number = LIMITS.mcpAnswer) {
    this.#left = most - LAST_LINE
  }

  /** How many characters still fit. */
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

  /** @param last what stands below all, with a line between; nothing where it is empty */
  end(last = ''): string {
    return [this.#parts.join('\n'), last.slice(0, LAST_LINE - 2)].filter(Boolean).join('\n\n')
  }
}
