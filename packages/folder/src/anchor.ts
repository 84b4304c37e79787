/**
 * Anchors of blocks: `^id` at the end of a line, which links name as `[[Note#^id]]`. The id of the block derives from
 * the path of its note and the anchor. A link therefore finds the block before both notes are read, and a repeated
 * import finds the same block. The anchor stays in the block's words.
 */
import { stableId } from './stable-id.ts'
import { maskCode } from './code-mask.ts'

const ANCHOR = /(?:^|[ \t])\^([A-Za-z0-9-]{1,64})[ \t]*$/gmu
/** An anchor on a line of its own names the block above, such as a table. */
const LONE_ANCHOR = /^\^[A-Za-z0-9-]{1,64}[ \t]*$/u

/** Whether a line is only an anchor. */
export const isLoneAnchor = (line: string): boolean => LONE_ANCHOR.test(line)

/** Lists the anchors in a block's words, outside code. The first one gives the block's id. */
export const anchorsOf = (content: string): string[] =>
  content.includes('^') ? Array.from(maskCode(content).matchAll(ANCHOR), ([, anchor]) => anchor!) : []

/** Removes the anchor at the end of a line. */
export const withoutAnchor = (line: string): string => line.replace(ANCHOR, '')

/** Returns the id of the block with this anchor. Anchors ignore case. */
export const anchorId = (path: string, anchor: string): string => stableId(`${path}^${anchor.toLowerCase()}`)
