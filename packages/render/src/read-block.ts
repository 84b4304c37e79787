/** One parse of a block: its marks, its references and the places of its files. Rendering needs no other. */
import { type BlockText, type FileAddress, filePlaces, type Mark, parseMarks } from '@notegraph/block-text'

/** A parsed block, as `readBlock` returns it. */
export interface ReadBlock {
  readonly block: BlockText
  readonly marks: readonly Mark[]
  /** Images, links and addresses of files, in order. */
  readonly files: readonly FileAddress[]
}

/**
 * Reads the text of a block. Any string is valid.
 *
 * @param origin the service's own origin, such as `https://notes.example`
 * @example
 * readBlock('see [[Ann]]').block.refs // ['Ann']
 */
export function readBlock(content: string, origin?: string): ReadBlock {
  const { block, marks } = parseMarks(content)
  return { block, marks, files: filePlaces(block.content, origin) }
}
