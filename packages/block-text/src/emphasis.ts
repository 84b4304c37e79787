/**
 * Emphasis, as far as tags need it. The parser follows `**`, `*`, `_`, `__`, `~~` and `==` through a paragraph. A mark
 * that closes the emphasis around a tag is therefore not part of the tag's name.
 *
 * @see decisions 2.6
 */
import { EQUALS, STAR, TILDE, UNDERSCORE, isMark, isSpace, runLength } from './char.ts'

export function isEmphasisMark(unit: number): boolean {
  return unit === STAR || unit === UNDERSCORE || unit === TILDE || unit === EQUALS
}

/** The open emphasis of one paragraph. */
export class Emphasis {
  readonly #text: string
  /** Lengths of the open runs of each mark, the innermost last. */
  #open: Map<number, number[]> | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** Starts a new paragraph. */
  reset(): void {
    this.#open = undefined
  }

  /**
   * Reads the run of marks at `at`, which opens or closes emphasis.
   *
   * @returns the end of the run
   */
  pass(at: number): number {
    const unit = this.#text.charCodeAt(at)
    const length = runLength(this.#text, at, unit)
    const end = at + length
    const open = this.#open?.get(unit)
    if (open && open.length > 0 && this.#mayClose(unit, at, end)) shorten(open, length)
    else if (this.#mayOpen(unit, at, end)) {
      if (open) open.push(length)
      else (this.#open ??= new Map<number, number[]>()).set(unit, [length])
    }
    return end
  }

  /** Whether the run from `at` to `end`, inside a tag, closes emphasis that opened before the tag. */
  closes(at: number, end: number): boolean {
    const unit = this.#text.charCodeAt(at)
    const innermost = this.#open?.get(unit)?.at(-1)
    if (innermost === undefined || !this.#mayClose(unit, at, end)) return false
    // A run of three is a run of one and a run of two, so either length closes it.
    return innermost > 2 || end - at >= innermost
  }

  #mayOpen(unit: number, at: number, end: number): boolean {
    if ((unit === TILDE || unit === EQUALS) && end - at < 2) return false
    if (isEdge(this.#text, end)) return false
    return unit !== UNDERSCORE || isEdge(this.#text, at - 1) || isMark(this.#text.charCodeAt(at - 1))
  }

  #mayClose(unit: number, at: number, end: number): boolean {
    if (isEdge(this.#text, at - 1)) return false
    return unit !== UNDERSCORE || isEdge(this.#text, end) || isMark(this.#text.charCodeAt(end))
  }
}

function isEdge(text: string, at: number): boolean {
  return at < 0 || at >= text.length || isSpace(text.charCodeAt(at))
}

/** Removes `length` closing marks from the open runs, the innermost first. */
function shorten(open: number[], length: number): void {
  for (let left = length; left > 0;) {
    const top = open.pop()
    if (top === undefined) return
    if (top > left) open.push(top - left)
    left -= top
  }
}
