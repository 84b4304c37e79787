/**
 * Anchors of blocks, `^id` at the end of a line, by which notes name a block: `[[Note#^id]]`. Its id is made of the note's
 * path and the anchor, so that a link finds the block though neither note has been read before the other, and a folder
 * that is imported again finds its blocks again. The anchor stays in the block's words.
 */
import { fixedId } from './fixed-id.ts'
import { maskCode } from './mask.ts'

const ANCHOR = /(?:^|[ \t])\^([A-Za-z0-9-]{1,64})[ \t]*$/gmu
/** An anchor on a line of its own names the block above it, such as a table. */
const LONE_ANCHOR = /^\^[A-Za-z0-9-]{1,64}[ \t]*$/u

export const isLoneAnchor = (line: string): boolean => LONE_ANCHOR.test(line)

/** The anchors in a block's words, outside code. The first one is the block's id. */
export const anchorsOf = (content: string): string[] =>
  content.includes('^') ? Array.from(maskCode(content).matchAll(ANCHOR), ([, anchor]) => anchor!) : []

/** A line without the anchor at its end. */
export const withoutAnchor = (line: string): string => line.replace(ANCHOR, '')

/** The id of the block by this anchor. Anchors are found in any case. */
export const anchorId = (path: string, anchor: string): string => fixedId(`${path}^${anchor.toLowerCase()}`)
