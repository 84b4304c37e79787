/**
 * Setting a task: the marker changes, or comes to stand where markers stand, and nothing else does.
 *
 * @see decisions 2.10
 */
import { parseBlock } from './parse.ts'
import { SPACE, lineEnd } from './char.ts'
import type { Marker } from './marker.ts'
import { opensMore } from './opening.ts'

/** The content as a task in this state; the same content when it is one. */
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
  // A heading may end with its last `#`.
  const gap = before === '' || before.charCodeAt(before.length - 1) <= SPACE ? '' : ' '
  const ends = lineEnd(text, head.markerAt) === head.markerAt
  return `${before}${gap}${marker}${ends ? '' : ' '}${after}`
}
