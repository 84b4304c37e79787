/**
 * Searches a text for a run of letters, in time proportional to the length of the text. SQLite's `instr` compares the
 * run at each letter of the text. If both repeat themselves, such as a thousand times the letter a, each comparison
 * goes almost to the end of the run. This module finds such runs; for all others `instr` is faster.
 */
import { RunFinder, WordsFinder } from '@notegraph/block-text'
import { markedWords } from '@notegraph/graph'
import type { Db } from '../database/database.ts'

/** Comparing so few letters costs no more than a step of this function. */
const SHORT = 32
/** The number of runs that a connection remembers; a query contains fewer. */
const MOST = 100

/** A run, prepared. */
export interface LinearRun {
  readonly run: string
  /** For each low byte of a letter, the last place at which the run has such a letter, or -1. */
  readonly lastOf: Int32Array
  /** For each place, the place in the run at which to continue after a mismatch. */
  readonly next: Int32Array
}

/** @returns whether a prefix of the run repeats itself, so that matches can begin at many close places of a text */
export function repeatsItself(run: string): boolean {
  if (run.length < SHORT) return false
  return bordersOf(run).some((border, length) => length >= SHORT && 2 * border >= length)
}

/** Prepares the tables of a run for the algorithms of Boyer and Moore and of Knuth, Morris and Pratt. */
export function linearRun(run: string): LinearRun {
  const lastOf = new Int32Array(256).fill(-1)
  for (let at = 0; at < run.length; at++) lastOf[run.charCodeAt(at) & 0xff] = at
  const borders = bordersOf(run)
  const next = new Int32Array(run.length).fill(-1)
  for (let at = 1; at < run.length; at++) {
    const border = borders[at]!
    next[at] = run.charCodeAt(at) === run.charCodeAt(border) ? next[border]! : border
  }
  return { run, lastOf, next }
}

/**
 * Searches a text for a run. It compares from the end of the run, which usually allows long steps. Some texts allow
 * only short steps. So after as many comparisons as the text has letters, it reads each further letter once.
 */
export function holds(text: string, prepared: LinearRun): boolean {
  const { run, lastOf } = prepared
  const last = run.length - 1
  let left = text.length
  for (let begin = 0; begin + last < text.length;) {
    let at = last
    while (at >= 0 && text.charCodeAt(begin + at) === run.charCodeAt(at)) at--
    if (at < 0) return true
    left -= last - at
    if (left < 0) return holdsFrom(begin, text, prepared)
    begin += Math.max(1, at - lastOf[text.charCodeAt(begin + at) & 0xff]!)
  }
  return false
}

function holdsFrom(begin: number, text: string, { run, next }: LinearRun): boolean {
  let matched = 0
  for (let at = begin; matched < run.length; at++) {
    if (at === text.length) return false
    const letter = text.charCodeAt(at)
    while (matched >= 0 && run.charCodeAt(matched) !== letter) matched = next[matched]!
    matched++
  }
  return true
}

/** @returns for each length of a prefix, the length of the longest shorter prefix that it ends with */
function bordersOf(run: string): Int32Array {
  const borders = new Int32Array(run.length + 1)
  for (let at = 1, border = 0; at < run.length; at++) {
    while (border > 0 && run.charCodeAt(border) !== run.charCodeAt(at)) border = borders[border]!
    if (run.charCodeAt(border) === run.charCodeAt(at)) border++
    borders[at + 1] = border
  }
  return borders
}

const defined = new WeakSet<Db>()

/**
 * Adds the SQL functions `holds(text, run)` and `holds_whole(text, run)` to the connection, and
 * `holds_marked(content, words, whole)`, which compares the marks of letters too.
 */
export function defineHolds(db: Db): void {
  if (defined.has(db)) return
  defined.add(db)
  define(db, 'holds', linearRun, (text, run) => holds(text, run))
  define(
    db,
    'holds_whole',
    (run) => new RunFinder(run),
    (text, finder) => finder.isWholeIn(text),
  )
  define(
    db,
    'holds_marked',
    (words) => new WordsFinder(words),
    (content, finder, whole) => finder.isIn(markedWords({ content }), whole),
  )
}

/** @param prepare prepares a run, which is kept for further rows */
function define<R>(
  db: Db,
  name: string,
  prepare: (run: string) => R,
  contains: (text: string, prepared: R, whole: boolean) => boolean,
): void {
  const known = new Map<string, R>()
  db.function(name, { deterministic: true, varargs: true }, (text: unknown, run: unknown, whole: unknown) => {
    if (typeof text !== 'string' || typeof run !== 'string') return 0
    let prepared = known.get(run)
    if (!prepared) {
      if (known.size === MOST) known.clear()
      known.set(run, (prepared = prepare(run)))
    }
    return contains(text, prepared, whole === 1) ? 1 : 0
  })
}
