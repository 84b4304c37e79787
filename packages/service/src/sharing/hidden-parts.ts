/** The parts of a block that no reader sees: comments, and drawers such as `:LOGBOOK:`. @see sharing 2 */
import { withoutPercentComments } from '@notegraph/block-text'
import { readBlock, type ReadBlock } from '@notegraph/render'

/** A part of a text. */
export interface Part {
  readonly start: number
  readonly end: number
}

/** A text without any of these has no hidden part, and is not parsed. */
const MAY_HIDE = /<!--|#\+begin_comment|^[ \t]*:[a-z]/im
const ORG_COMMENT = /^[ \t]*#\+BEGIN_COMMENT\b/i

/** Lists the hidden parts of a block in their order. */
export function hiddenParts({ block, marks }: ReadBlock): readonly Part[] {
  const comments = marks.filter(
    ({ kind, start }) =>
      kind === 'comment' || (kind === 'fence' && ORG_COMMENT.test(block.content.slice(start, start + 40))),
  )
  const drawers = block.layout.cuts.filter(({ kind }) => kind === 'drawer')
  return [...comments, ...drawers].toSorted((a, b) => a.start - b.start)
}

/** The text of a block without its hidden parts. */
export function withoutHidden(written: string): string {
  const content = withoutPercentComments(written)
  if (!MAY_HIDE.test(content)) return content
  const read = readBlock(content)
  let text = ''
  let at = 0
  for (const { start, end } of hiddenParts(read)) {
    if (start < at) continue
    text += read.block.content.slice(at, start)
    at = end
  }
  return text + read.block.content.slice(at)
}
