/**
 * A block as a bullet. Its first line ends with its id. After the id, the service adds its own words, with the
 * person's words in quotes or brackets. The other lines are indented, so that no text of a note starts a line.
 */
import { readMore, refersToBlocks } from '@notegraph/graph'
import type { StoredBlock } from '@notegraph/store'
import { quoted, visible } from './visible.ts'

/** The parts of a block that an answer shows. */
export type Words = Pick<StoredBlock, 'id' | 'content' | 'text' | 'more'>

export interface Bullet {
  /** The visible text. */
  readonly text: string
  readonly depth: number
  readonly shortId: string
  /** The service's words after the id. */
  readonly after?: string
}

export function bullet({ text, depth, shortId, after = '' }: Bullet): string {
  const indent = '\t'.repeat(Math.min(depth, DEEPEST))
  const end = text.indexOf('\n')
  const first = end < 0 ? text : text.slice(0, end)
  const line = `${indent}- ${first}${first === '' ? '' : ' '}^${shortId}${after === '' ? '' : ` ${after}`}`
  return end < 0 ? line : line + text.slice(end).replaceAll(LINE_START, `\n${indent}  `)
}

/** Deeper levels are hard to distinguish, and their tabs would fill an answer. */
const DEEPEST = 64

/** Empty lines stay empty. */
const LINE_START = /\n(?=[^\n])/g

/** The shown text of a block, and the words of its references. */
export const shownOf = (block: Words): Required<Pick<Bullet, 'text' | 'after'>> => ({
  text: noteText(block),
  after: readsAs(block),
})

/** The visible text of a block without the lines of the outliner. */
export const noteText = (block: Words): string => visible(withoutOutliner(block))

/** The words that the app shows for the references of a block; empty without references. */
function readsAs(block: Words): string {
  const { content, text } = block
  if (typeof text !== 'string' || !refersToBlocks(block)) return ''
  const words = unlike(content, text)
  return words === '' ? '' : `reads: ${quoted(cut(words, READ_OUT))}`
}

/** The words of a text that differ from another text. */
function unlike(other: string, text: string): string {
  let start = 0
  while (start < text.length && text[start] === other[start]) start++
  let [end, otherEnd] = [text.length, other.length]
  while (end > start && otherEnd > start && text[end - 1] === other[otherEnd - 1]) {
    end--
    otherEnd--
  }
  if (start === end) return ''
  const before = /\S*$/.exec(text.slice(Math.max(0, start - WORD), start))![0]
  const after = /^\S*/.exec(text.slice(end, end + WORD))![0]
  return `${before}${text.slice(start, end)}${after}`.replace(HALVES, '').trim()
}

/** Halves of characters at the ends of a cut. */
const HALVES = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g

/** The most characters of one word. Some scripts do not separate words. */
const WORD = 20

/** The most characters of resolved references. */
const READ_OUT = 200

/** The first `most` characters, with `…` if there are more. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** A line that the outliner may have written. */
const OUTLINER = /^\s*(id|collapsed)::\s+(\S+)\s*$/i

const MAY_HOLD_OUTLINER = /(?:id|collapsed)::/i

function withoutOutliner(block: Words): string {
  const { id, content } = block
  if (!MAY_HOLD_OUTLINER.test(content)) return content
  const { collapsed } = readMore(block)
  const isOwn = (line: string): boolean => {
    const [, key, value] = OUTLINER.exec(line) ?? []
    if (key === undefined) return false
    return key.toLowerCase() === 'id' ? value === id : collapsed === true && value === 'true'
  }
  const lines = content.split('\n')
  return lines.some(isOwn) ? lines.filter((line) => !isOwn(line)).join('\n') : content
}
