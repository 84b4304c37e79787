/**
 * Cuts folded text into the terms of the index. A term is a word or a punctuation mark. Scripts that do not separate words
 * (Chinese, Japanese, Thai) have a term for each two neighbouring letters. Between two terms, a boundary term has the
 * letters on both sides. The cuts depend only on the letters beside them, so the words of a query are cut as the text is.
 */

import { DENSE, letterKind, MARK, SPACE, type LetterKind } from '@notegraph/block-text'

/** A longer word is cut into terms of this many UTF-16 units. Each begins in the middle of the one before. */
const LONGEST = 32
/** Any part of a word up to this length is whole in some term, however long the word is. */
const WHOLE = LONGEST / 2

/**
 * Begins a boundary term: the last letter of a word and the first letter of the next. A space between them is kept, and
 * this character replaces other white space. Boundary terms find phrases of common words.
 */
const BOUNDARY = '\t'
export const isBoundary = (term: string): boolean => term.startsWith(BOUNDARY)

/** A description of terms to look for in the dictionary. Each text that contains the words of a query has such a term. */
export interface Pattern {
  readonly part: string
  /** Whether a term has to begin with the part. */
  readonly starts: boolean
  /** Whether a term has to end with the part. */
  readonly ends: boolean
}

export interface Patterns {
  readonly patterns: readonly Pattern[]
  /** Whether each text with terms of all these patterns contains the words. Others have to be checked. */
  readonly exact: boolean
}

/** The terms of a text. A term may occur more than once. */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  let before = -1
  forEachRun(text, (run, kind, start) => {
    if (before >= 0) terms.push(boundaryAt(text, before, start))
    before = start + run.length
    if (kind === MARK) {
      for (let i = 0; i < run.length; i++) {
        terms.push(run.charAt(i))
        if (i > 0) terms.push(BOUNDARY + run.slice(i - 1, i + 1))
      }
    } else if (kind === DENSE)
      for (const pair of pairs(run)) terms.push(pair) // too many to spread
    else if (run.length <= LONGEST) terms.push(run)
    else for (let at = 0; at < run.length - WHOLE; at += WHOLE) terms.push(run.slice(at, at + LONGEST))
  })
  return terms
}

/** @param before the end of the run before @param after the beginning of the next run */
function boundaryAt(text: string, before: number, after: number): string {
  const last = isLowSurrogate(text.charCodeAt(before - 1))
    ? text.slice(before - 2, before)
    : text.charAt(before - 1)
  const first = String.fromCodePoint(text.codePointAt(after) ?? 0)
  const between = after === before ? '' : after === before + 1 && text[before] === ' ' ? ' ' : BOUNDARY
  return BOUNDARY + last + between + first
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code < 0xe000

interface Run {
  readonly part: string
  readonly kind: LetterKind
  readonly start: number
}

/**
 * The patterns of the terms that a text has if it contains these words.
 * @param words folded
 * @param withBoundaries whether boundary terms are among them
 * @param whole whether the words are whole, so that their first and last terms are too
 */
export function patternsOf(words: string, withBoundaries = true, whole = false): Patterns {
  const text = words.toWellFormed()
  const runs: Run[] = []
  forEachRun(text, (part, kind, start) => runs.push({ part, kind, start }))
  const patterns: Pattern[] = []
  const boundaries = new Set<string>()
  for (const [i, run] of runs.entries()) {
    const before = withBoundaries ? runs[i - 1] : undefined
    const after = withBoundaries && i + 1 < runs.length
    if (before) boundaries.add(boundaryAt(text, before.start + before.part.length, run.start))
    if (!withBoundaries && run.kind === MARK) patterns.push(...Array.from(new Set(run.part), anywhere))
    else patterns.push(...patternsOfRun(run, text, { before: before !== undefined, after, whole }))
    if (withBoundaries && run.kind === MARK)
      for (let at = 1; at < run.part.length; at++) boundaries.add(BOUNDARY + run.part.slice(at - 1, at + 1))
  }
  patterns.push(...Array.from(boundaries, (term) => ({ part: term, starts: true, ends: true })))
  const [only, ...others] = patterns
  const isExact = !whole && only !== undefined && others.length === 0 && isWhole(only, text)
  return { patterns, exact: isExact }
}

interface Sides {
  /** Whether a boundary term with the run before exists. */
  readonly before: boolean
  /** Likewise with the next run. */
  readonly after: boolean
  /** Whether the first and the last run are whole words. */
  readonly whole: boolean
}

/** The patterns of one run, but for its boundaries. A boundary term contains a single letter already. */
function patternsOfRun({ part, kind, start }: Run, text: string, { before, after, whole }: Sides): Pattern[] {
  if (kind === MARK) return part.length === 1 && !before && !after ? [anywhere(part)] : []
  if (kind === DENSE) {
    const terms = pairs(part)
    return terms[0] === part && (before || after) ? [] : Array.from(new Set(terms), anywhere)
  }
  const [starts, ends] = [whole || start > 0, whole || start + part.length < text.length]
  if (part.length === 1 && ((before && !ends) || (after && !starts))) return []
  return wordPatterns(part, starts, ends)
}

/** Whether each text with a term of this pattern contains the words. */
function isWhole({ part }: Pattern, words: string): boolean {
  if (isBoundary(part)) return part.slice(1) === words && !words.includes(BOUNDARY)
  return part === words
}

const anywhere = (part: string): Pattern => ({ part, starts: false, ends: false })

/** A long word is cut into parts that are whole in some term. */
function wordPatterns(word: string, starts: boolean, ends: boolean): Pattern[] {
  const patterns: Pattern[] = []
  for (let at = 0; at < word.length; at += WHOLE) {
    const from = Math.max(0, Math.min(at, word.length - WHOLE))
    const part = word.slice(from, from + WHOLE)
    patterns.push({ part, starts: starts && from === 0, ends: ends && from + WHOLE >= word.length })
  }
  return patterns
}

/** Each letter with the one after it; a single letter alone. */
function pairs(run: string): string[] {
  const letters = Array.from(run)
  if (letters.length === 1) return letters
  return letters.slice(1).map((letter, i) => (letters[i] ?? '') + letter)
}

/** Calls with each longest run of letters of one kind, white space left out. */
function forEachRun(text: string, call: (run: string, kind: LetterKind, start: number) => void): void {
  let start = 0
  let kind: LetterKind = SPACE
  for (let at = 0; at <= text.length; at++) {
    const next = at === text.length ? SPACE : letterKind(text.charCodeAt(at))
    if (next === kind) continue
    if (kind !== SPACE) call(text.slice(start, at), kind, start)
    start = at
    kind = next
  }
}
