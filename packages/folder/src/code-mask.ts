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

function maskSpans(text: string): string {
  const runs = Array.from(text.matchAll(/`+/gu), (match) => ({ start: match.index, length: match[0].length }))
  const next = new Map<number, number>()
  const partner = runs.map((): number | undefined => undefined)
  for (let i = runs.length - 1; i >= 0; i--) {
    const { length } = runs[i]!
    partner[i] = next.get(length)
    next.set(length, i)
  }
  const parts: string[] = []
  let done = 0
  for (let i = 0; i < runs.length; i++) {
    const close = partner[i]
    if (close === undefined) continue
    const start = runs[i]!.start
    const end = runs[close]!.start + runs[close]!.length
    parts.push(text.slice(done, start), blank(text.slice(start, end)))
    done = end
    i = close
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(done)
}

/** Whether a part of a masked text was blanked out. */
export const isMasked = (part: string): boolean => part.includes('\0')

const blank = (text: string): string => text.replaceAll(/[^\n]/g, '\u0000')
