/**
 * Sets the marker of a block and changes nothing else.
 *
 * @see decisions 2.10
 */
import { parseBlock } from './parse.ts'
import { SPACE, lineEnd } from './char.ts'
import type { Marker } from './marker.ts'
import { opensMore } from './opening.ts'

/**
 * Returns the content with this marker, and with LF for each CRLF. If the block has the marker already, it is the same content.
 *
 * @example
 * setMarker('TODO call Ann', 'DONE') // 'DONE call Ann'
 * setMarker('# Plan', 'DOING') // '# DOING Plan'
 */
export function setMarker(content: string, marker: Marker): string {
  const block = parseBlock(content)
  if (block.marker === marker) return content
  const text = block.content
  const { head, cuts } = block.layout
  if (block.marker !== undefined)
    return text.slice(0, head.markerAt) + marker + text.slice(head.markerAt + block.marker.length)
  if (cuts[0]?.start === 0) return `${marker}\n${text}`
  const bare = block.heading === undefined && block.priority === undefined
  if (bare && opensMore(text, head.wordsAt)) return `${block.quote ? '> ' : ''}${marker}\n${text}`
  const before = text.slice(0, head.markerAt)
  const after = text.slice(head.markerAt)
  // A heading can end with its last `#`.
  const gap = before === '' || before.charCodeAt(before.length - 1) <= SPACE ? '' : ' '
  const ends = lineEnd(text, head.markerAt) === head.markerAt
  return `${before}${gap}${marker}${ends ? '' : ' '}${after}`
}
