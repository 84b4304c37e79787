/**
 * The part of EDN that a `config.edn` needs: values of chosen keys in the outermost map. A value is a string, a keyword
 * or a vector of strings. The reader skips comments, discarded forms (`#_`) and nested forms. Any text is accepted;
 * invalid parts are ignored.
 */

import { TooMuch } from './limits.ts'

/** A string, a keyword with its colon, or the strings of a vector. */
export type EdnValue = string | readonly string[]

interface Token {
  readonly kind: 'open' | 'close' | 'string' | 'word' | 'discard'
  readonly text: string
  /** The range in the text: `[start, end)`. */
  readonly start: number
  readonly end: number
}

const TOKEN =
  /[\s,]+|;[^\n]*|(?<discard>#_)|(?<open>#?[({[])|(?<close>[)}\]])|#?"(?<string>(?:[^"\\]|\\[^])*)"?|(?<word>\\.[^\s,;"(){}[\]]*|[^\s,;"(){}[\]]+)/gu
const ESCAPES: { readonly [letter: string]: string } = { n: '\n', t: '\t', r: '\r' }

/**
 * Reads the values of `keys` (such as `:favorites`) in the outermost map. The first value of a key counts.
 *
 * @param nesting the most levels of brackets
 * @throws TooMuch if the brackets nest deeper
 */
export function readEdn(
  text: string,
  keys: readonly string[],
  nesting: number = Infinity,
): ReadonlyMap<string, EdnValue> {
  const tokens = tokensOf(text, nesting)
  const wanted = new Set(keys)
  const found = new Map<string, EdnValue>()
  let at = tokens.findIndex((token) => token.kind === 'open') + 1
  if (at === 0 || tokens[at - 1]!.text !== '{') return found
  while (at < tokens.length && tokens[at]!.kind !== 'close') {
    const key = tokens[at]!
    const from = skipForm(tokens, at)
    const end = skipForm(tokens, from)
    if (key.kind === 'word' && wanted.has(key.text) && !found.has(key.text)) {
      const value = valueOf(tokens, from, end)
      if (value !== undefined) found.set(key.text, value)
    }
    at = end
  }
  return found
}

/**
 * Replaces the value of a key in the outermost map, or adds it. Everything else stays.
 *
 * @returns `undefined` if the text has no map, or if the value cannot be added
 * @example
 * withEdn('{:a 1}', ':a', '2') // '{:a 2}'
 */
export function withEdn(text: string, key: string, value: string): string | undefined {
  const tokens = tokensOf(text, Infinity)
  let at = tokens.findIndex((token) => token.kind === 'open') + 1
  if (at === 0 || tokens[at - 1]!.text !== '{') return undefined
  const top = tokens[at - 1]!.end
  while (at < tokens.length && tokens[at]!.kind !== 'close') {
    const from = skipForm(tokens, at)
    const end = skipForm(tokens, from)
    if (tokens[at]!.kind === 'word' && tokens[at]!.text === key) {
      if (end === from) return undefined
      return text.slice(0, tokens[from]!.start) + value + text.slice(tokens[end - 1]!.end)
    }
    at = end
  }
  return `${text.slice(0, top)}${key} ${value}\n ${text.slice(top)}`
}

/** Formats a string as EDN. */
export function ednString(text: string): string {
  return `"${text
    .replaceAll(/[\\"]/gu, (mark) => `\\${mark}`)
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')}"`
}

/**
 * Splits a text into tokens.
 *
 * @throws TooMuch if brackets nest deeper than `nesting`
 */
export function tokensOf(text: string, nesting: number): Token[] {
  const tokens: Token[] = []
  let discards = 0
  let depth = 0
  for (const { 0: whole, groups, index: start } of text.matchAll(TOKEN)) {
    if (!groups) continue
    const add = (kind: Token['kind'], text: string): void => {
      tokens.push({ kind, text, start, end: start + whole.length })
    }
    if (groups['open'] !== undefined && ++depth > nesting)
      throw new TooMuch(1, `The file nests deeper than ${nesting} levels and was not read.`)
    if (groups['close'] !== undefined) depth--
    if (groups['discard'] !== undefined) {
      discards++
      add('discard', '#_')
    } else if (groups['open'] !== undefined) add('open', groups['open'])
    else if (groups['close'] !== undefined) add('close', groups['close'])
    else if (groups['string'] !== undefined) add('string', unescape(groups['string']))
    else if (groups['word'] !== undefined) add('word', groups['word'])
  }
  return discards === 0 ? tokens : withoutDiscarded(tokens)
}

/** Each `#_` discards the form after it; two in a row discard two forms. */
function withoutDiscarded(tokens: readonly Token[]): Token[] {
  const kept: Token[] = []
  let at = 0
  let pending = 0
  while (at < tokens.length) {
    const token = tokens[at]!
    if (token.kind === 'discard') {
      pending++
      at++
    } else if (pending > 0 && token.kind !== 'close') {
      at = skipForm(tokens, at)
      pending--
    } else {
      kept.push(token)
      at++
    }
  }
  return kept
}

/** Returns the index after the form that begins at `at`. */
function skipForm(tokens: readonly Token[], at: number): number {
  let depth = 0
  let i = at
  while (i < tokens.length) {
    const { kind } = tokens[i]!
    if (kind === 'close' && depth === 0) return i
    if (kind === 'open') depth++
    if (kind === 'close') depth--
    i++
    if (depth === 0) return i
  }
  return i
}

function valueOf(tokens: readonly Token[], from: number, end: number): EdnValue | undefined {
  const first = tokens[from]
  if (!first || from >= end) return undefined
  if (first.kind === 'string' || first.kind === 'word') return first.text
  return tokens.slice(from, end).flatMap((token) => (token.kind === 'string' ? [token.text] : []))
}

const unescape = (body: string): string =>
  body.replaceAll(/\\([^])/gu, (_, letter: string) => ESCAPES[letter] ?? letter)
