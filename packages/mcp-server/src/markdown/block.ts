/**
 * A block as a bullet. Its id ends its first line; what stands after the id, and nothing else on the lines of a block, is
 * the service's, with the person's words in quotes or brackets. The other lines are indented under the first, so that no
 * text of a note ever begins a line.
 */
import { readMore, refersToBlocks } from '@notegraph/graph'
import type { StoredBlock } from '@notegraph/store'
import { quoted, visible } from './visible.ts'

/** What is read of a block to show it. */
export type Words = Pick<StoredBlock, 'id' | 'content' | 'text' | 'more'>

export interface Bullet {
  /** As it may be shown. */
  readonly text: string
  readonly depth: number
  readonly shortId: string
  /** The service's words. */
  readonly after?: string
}

export function bullet({ text, depth, shortId, after = '' }: Bullet): string {
  const indent = '\t'.repeat(Math.min(depth, DEEPEST))
  const end = text.indexOf('\n')
  const first = end < 0 ? text : text.slice(0, end)
  const line = `${indent}- ${first}${first === '' ? '' : ' '}^${shortId}${after === '' ? '' : ` ${after}`}`
  return end < 0 ? line : line + text.slice(end).replaceAll(LINE_START, `\n${indent}  `)
}

/** Nobody tells deeper levels apart, and their tabs would fill an answer. */
const DEEPEST = 64

/** Empty lines stay empty. */
const LINE_START = /\n(?=[^\n])/g

/** A block as it is shown: its text, and what its references read as. */
export const shownOf = (block: Words): Required<Pick<Bullet, 'text' | 'after'>> => ({
  text: noteText(block),
  after: readsAs(block),
})

/** A block's text as it is written, without the outliner's own lines, as it may be shown. */
export const noteText = (block: Words): string => visible(withoutOutliner(block))

/** What the references of a block read as, where it has any: the words that are shown in their place. */
function readsAs(block: Words): string {
  const { content, text } = block
  if (typeof text !== 'string' || !refersToBlocks(block)) return ''
  const words = unlike(content, text)
  return words === '' ? '' : `reads: ${quoted(cut(words, READ_OUT))}`
}

/** The words of a text that stand where another has others. */
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

/** Halves of characters that were cut through. */
const HALVES = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g

/** Characters of a word at the most; of a longer one, which may be of a script that parts no words, so many are taken. */
const WORD = 20

/** Characters of a text that is shown beside another. */
const READ_OUT = 200

/** The first `most` characters, with a sign where there are more. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** A line that may be the outliner's own. */
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
