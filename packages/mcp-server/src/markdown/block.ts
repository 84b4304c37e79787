/**
 * A block as a bullet. Its id ends its first line; what stands after the id, and nothing else on the lines of a block, is
 * the service's. The other lines are indented under the first, so that no text of a note ever begins a line.
 */
import { readMore, refersToBlocks } from '@notegraph/graph'
import type { StoredBlock } from '@notegraph/store'
import { visible, visibleLine } from './visible.ts'

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

/** The text that is shown, where it reads other blocks out: what it reads as. */
function readsAs(block: Words): string {
  const { text } = block
  if (typeof text !== 'string' || !refersToBlocks(block)) return ''
  return `reads: ${cut(visibleLine(text), READ_OUT)}`
}

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
