/**
 * An answer of bounded length. Content that does not fit is omitted as a whole, and the last line says how to get the
 * rest.
 * @see decisions 10.5
 */
import { LIMITS } from '@notegraph/contract'
import { cut } from './block.ts'

/** Characters reserved for the last lines: two calls, a version, a change, and the call that goes on with a block. */
const LAST_LINES = 4_000

export class BoundedText {
  readonly #parts: string[] = []
  #left: number
  #goesOn = ''

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

  /** @param call the call that goes on with a block that does not fit whole; the last line of the answer */
  goesOn(call: string): void {
    this.#goesOn = `The text goes on: ${call}`
  }

  /** @param lines the last lines, after an empty line; omitted if empty */
  end(lines = ''): string {
    const last = [lines, this.#goesOn].filter(Boolean).join('\n')
    const most = LAST_LINES - 2
    const shown = last.length <= most ? last : `${cut(last, most - IS_CUT.length - 1)}${IS_CUT}`
    return [this.#parts.join('\n'), shown].filter(Boolean).join('\n\n')
  }
}

const IS_CUT = ' (cut: too long for the answer)'
