/**
 * A text with its code blanked out, character for character. A match in it has the same position in the text itself and
 * is never in code. Fenced code and code spans count as code. Each takes one pass.
 */
import { regionFinder } from './regions.ts'

const FENCE = /^\s*(?:`{3,}|~{3,})/u

/** Blanks out code. */
export function maskCode(text: string): string {
  return text.includes('`') || text.includes('~~~') ? maskSpans(maskFences(text)) : text
}

/** A link between double brackets. */
export interface WikiLink {
  readonly start: number
  readonly end: number
  /** The text between the brackets. */
  readonly inside: string
}

/**
 * Blanks out code and closed HTML comments, and finds the links between double brackets. The first one counts: a
 * backtick inside a link opens no code, and a link inside code is code.
 */
export function maskNotes(text: string): { masked: string; links: readonly WikiLink[] } {
  const links: WikiLink[] = []
  const masked = maskComments(maskSpans(maskFences(text), links))
  return { masked, links: links.filter(({ start }) => masked[start] === '[') }
}

/** Blanks out closed HTML comments. */
export function maskComments(text: string): string {
  let out = ''
  let done = 0
  for (let at = text.indexOf('<!--'); at >= 0; at = text.indexOf('<!--', done)) {
    const end = text.indexOf('-->', at + 4)
    if (end < 0) break
    out += text.slice(done, at) + blank(text.slice(at, end + 3))
    done = end + 3
  }
  return done === 0 ? text : out + text.slice(done)
}

function maskFences(text: string): string {
  const lines = text.split('\n')
  const endOf = regionFinder(lines)
  for (let at = 0; at < lines.length; at++) {
    if (!FENCE.test(lines[at]!)) continue
    const end = endOf(at, lines[at]!) ?? (isOpening(lines[at]!) ? lines.length - 1 : undefined)
    if (end === undefined) continue
    for (let inside = at; inside <= end; inside++) lines[inside] = blank(lines[inside]!)
    at = end
  }
  return lines.join('\n')
}

/**
 * An unclosed fence continues to the end. @see decisions 2.1
 */
const isOpening = (line: string): boolean => !/^\s*`{3,}[^`]*`/u.test(line)

/**
 * Blanks out code spans. Links outside of them are added to `links`, if given, and stay whole. A backtick behind a
 * backslash opens no code, but can close it.
 */
function maskSpans(text: string, links?: WikiLink[]): string {
  const runs = Array.from(text.matchAll(/`+/gu), ({ index, 0: { length } }) => {
    const escaped = slashesBefore(text, index) % 2
    return { start: index + escaped, length, opens: length - escaped }
  })
  const next = new Map<number, number>()
  const partner = runs.map((): number | undefined => undefined)
  for (let i = runs.length - 1; i >= 0; i--) {
    const { length, opens } = runs[i]!
    partner[i] = next.get(opens)
    next.set(length, i)
  }
  const parts: string[] = []
  let done = 0
  let linked = 0
  for (let i = 0; i < runs.length; i++) {
    const { start } = runs[i]!
    if (links) linked = findLinks(text, linked, start, links)
    const close = partner[i]
    if (close === undefined || start < linked) continue
    const end = runs[close]!.start + runs[close]!.opens
    parts.push(text.slice(done, start), blank(text.slice(start, end)))
    done = end
    linked = end
    i = close
  }
  if (links) findLinks(text, linked, text.length, links)
  return parts.length === 0 ? text : parts.join('') + text.slice(done)
}

function slashesBefore(text: string, at: number): number {
  let from = at
  while (text[from - 1] === '\\') from--
  return at - from
}

const LONGEST_LINK = 1024

/**
 * Adds the links that begin in a range.
 *
 * @returns the end of the last one, or the end of the range
 */
function findLinks(text: string, from: number, to: number, links: WikiLink[]): number {
  let at = from
  for (let start = text.indexOf('[[', at); start >= 0 && start < to; start = text.indexOf('[[', at)) {
    const end = slashesBefore(text, start) % 2 === 1 ? undefined : linkEnd(text, start + 2)
    if (end === undefined) at = start + 1
    else {
      links.push({ start, end, inside: text.slice(start + 2, end - 2) })
      at = end
    }
  }
  return Math.max(at, to)
}

/**
 * Finds the end of a link, on its line. Only `]]` ends it; of more closing brackets, those that close a bracket of the
 * label belong to it. Another `[[` begins a link of its own, unless it and its end are in a label.
 */
function linkEnd(text: string, from: number): number | undefined {
  if (text[from] === '[') return undefined
  let open = 0
  let isNested = false
  for (let at = from; at < text.length && at - from <= LONGEST_LINK; at++) {
    const sign = text[at]
    if (sign === '\n' || sign === '\0') return undefined
    if (sign === '[') {
      if (text[at + 1] === '[') {
        if (isNested || !isInLabel(text, from, at)) return undefined
        isNested = true
        const end = text.indexOf(']]', at) + 2
        if (text[end] !== ']') {
          at = end - 1
          continue
        }
      }
      open++
    } else if (sign === ']') {
      if (text[at + 1] === ']' && (open === 0 || text[at + 2] !== ']')) return at > from ? at + 2 : undefined
      if (open > 0) open--
    }
  }
  return undefined
}

/** Whether `[[` at an index is in the label of a link, `[[note|see [[other]] there]]`. */
function isInLabel(text: string, from: number, at: number): boolean {
  if (!text.slice(from, at).includes('|')) return false
  const [line = ''] = text.slice(at, at + LONGEST_LINK).split('\n', 1)
  const end = line.indexOf(']]')
  return end >= 0 && REST_OF_LABEL.test(line.slice(end + 2))
}
const REST_OF_LABEL = /^(?:\]|[^[\]]*\]\])/u

const blank = (text: string): string => text.replaceAll(/[^\n]/g, '\u0000')
