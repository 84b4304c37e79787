/**
 * An answer of bounded length. Content that does not fit is omitted as a whole, and the last line says how to get the
 * rest.
 * @see decisions 10.5
 */
import { LIMITS } from '@notegraph/contract'
import { cut } from './block.ts'

/** Characters reserved for the last lines: two calls, a version and a change. */
const LAST_LINES = 4_000

export class BoundedText {
  readonly #parts: string[] = []
  #left: number

  constructor(most: number = LIMITS.mcpAnswer) {
    this.#left = most - LAST_LINES
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

  /** @param last the last lines, after an empty line; omitted if empty */
  end(last = ''): string {
    const most = LAST_LINES - 2
    const shown = last.length <= most ? last : `${cut(last, most - IS_CUT.length - 1)}${IS_CUT}`
    return [this.#parts.join('\n'), shown].filter(Boolean).join('\n\n')
  }
}

const IS_CUT = ' (cut: too long for the answer)'
