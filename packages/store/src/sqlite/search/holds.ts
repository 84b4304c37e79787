/**
 * Whether a text holds a run, in time that grows with the length of the text alone. SQLite's `instr` compares the run again
 * at each letter of the text. A run that repeats itself, such as the letter a a thousand times, is compared almost to its
 * end at each letter of a text that repeats itself too. A function of our own looks for such runs; for all others `instr`
 * is faster.
 */
import type { Db } from '../database.ts'

/** Comparing so few bytes costs no more than a step of our own function. */
const SHORT = 32
/** The number of runs that a connection remembers; a question holds fewer. */
const MOST = 100

/** A run in UTF-8. */
export interface LinearRun {
  readonly bytes: Uint8Array
  /** For each byte, the last place at which the run has it, or -1. */
  readonly lastOf: Int32Array
  /** Where to go on in the run when its byte there is not what the text has. */
  readonly next: Int32Array
}

/** Whether a beginning of the run repeats itself, so that the run can begin at many places of a text that are close together. */
export function repeatsItself(run: string): boolean {
  if (run.length < SHORT / 3) return false // no letter takes more than three bytes of a UTF-16 unit
  const borders = bordersOf(Buffer.from(run))
  return borders.some((border, length) => length >= SHORT && 2 * border >= length)
}

/** The run, prepared as Boyer and Moore and as Knuth, Morris and Pratt describe it. */
export function linearRun(run: string): LinearRun {
  const bytes = new Uint8Array(Buffer.from(run))
  const lastOf = new Int32Array(256).fill(-1)
  for (const [at, byte] of bytes.entries()) lastOf[byte] = at
  const borders = bordersOf(bytes)
  const next = new Int32Array(bytes.length).fill(-1)
  for (let at = 1; at < bytes.length; at++) {
    const border = borders[at]!
    next[at] = bytes[at] === bytes[border] ? next[border]! : border
  }
  return { bytes, lastOf, next }
}

/**
 * Compares from the end of the run, which mostly allows a long step. A text can make each step short, so after as many
 * comparisons as the text has bytes each further byte is read once.
 * @param text in UTF-8
 */
export function holds(text: Uint8Array, run: LinearRun): boolean {
  const { bytes, lastOf } = run
  const last = bytes.length - 1
  let left = text.length
  for (let begin = 0; begin + last < text.length;) {
    let at = last
    while (at >= 0 && text[begin + at] === bytes[at]) at--
    if (at < 0) return true
    left -= last - at
    if (left < 0) return holdsFrom(begin, text, run)
    begin += Math.max(1, at - lastOf[text[begin + at]!]!)
  }
  return false
}

function holdsFrom(begin: number, text: Uint8Array, { bytes, next }: LinearRun): boolean {
  let matched = 0
  for (let at = begin; matched < bytes.length; at++) {
    if (at === text.length) return false
    const byte = text[at]!
    while (matched >= 0 && bytes[matched] !== byte) matched = next[matched]!
    matched++
  }
  return true
}

/** For each length of a beginning, the length of the longest shorter beginning that it ends with. */
function bordersOf(bytes: Uint8Array): Int32Array {
  const borders = new Int32Array(bytes.length + 1)
  for (let at = 1, border = 0; at < bytes.length; at++) {
    while (border > 0 && bytes[border] !== bytes[at]) border = borders[border]!
    if (bytes[border] === bytes[at]) border++
    borders[at + 1] = border
  }
  return borders
}

const defined = new WeakSet<Db>()

/** Adds the SQL function `holds(text, run)` to the connection; the text is a BLOB. */
export function defineHolds(db: Db): void {
  if (defined.has(db)) return
  defined.add(db)
  const known = new Map<string, LinearRun>()
  db.function('holds', { deterministic: true }, (text: unknown, run: unknown) => {
    if (!(text instanceof Uint8Array) || typeof run !== 'string') return 0
    let prepared = known.get(run)
    if (!prepared) {
      if (known.size === MOST) known.clear()
      known.set(run, (prepared = linearRun(run)))
    }
    return holds(text, prepared) ? 1 : 0
  })
}
