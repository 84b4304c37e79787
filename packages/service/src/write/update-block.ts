/**
 * Changes the text of a block. It keeps its id, its place, its nested blocks, and the metadata of the old text that the
 * new one does not mention. A block with a file or picture keeps its text.
 * @see decisions 2.9
 */
import { fileIds, rewriteBlock, undatedLine } from '@notegraph/block-text'
import type { UpdateBlock } from '@notegraph/contract'
import { ok, refuse, type Result } from '../refusal.ts'
import { BAD_REQUESTS } from '../request-errors.ts'
import { rewordedBlock, type TargetBlock } from './block.ts'
import type { Edit, WriteContext } from './edit.ts'
import { replaceInBlock } from './replace-words.ts'
import { named } from './summary.ts'
import { fitting, readText } from './text.ts'

/** @returns undefined if the text is the same; 400 for an invalid text; 409 for a block with a file */
export function updateBlock(
  block: TargetBlock,
  { text, find = '', replace = '', expect }: UpdateBlock,
  context: WriteContext,
): Result<Edit | undefined> {
  if (text === undefined)
    return replaceInBlock(block, { find, replace, ...(expect !== undefined && { expect }) }, context)
  const { id, words } = block.record
  const sent = readText('text', text, id, context)
  if (!sent.ok) return sent
  const undated = undatedLine(sent.value)
  // Words that the block already has may stay.
  if (undated !== undefined && !words.text.includes(undated)) return refuse(BAD_REQUESTS.undated(undated))
  const content = rewriteBlock(words.text, sent.value)
  const fits = content === words.text ? ok(content) : fitting('text with what the block keeps', content)
  if (!fits.ok) return fits
  if (fileIds(words.text, context.origin).length > 0) return refuse({ code: 'conflict', why: 'file_kept' })
  if (content === words.text) return ok(undefined)
  return ok(rewordedBlock(block, content, `Rewrote a block on ${named(block.pageName)}`, context))
}
