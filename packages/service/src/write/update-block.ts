/**
 * Changes the text of a block. It keeps its id, its place, its nested blocks, and the metadata of the old text that the
 * new one does not mention. A block with a file or picture keeps its text.
 * @see decisions 2.9
 */
import { fileIds, rewriteBlock } from '@notegraph/block-text'
import type { UpdateBlock } from '@notegraph/contract'
import { ok, refuse, type Result } from '../refusal.ts'
import { rewordedBlock, type TargetBlock } from './block.ts'
import type { Edit, WriteContext } from './edit.ts'
import { replaceInBlock } from './replace-words.ts'
import { named } from './summary.ts'
import { fitting, readText } from './text.ts'

/** @returns undefined if the text is the same; 400 for an invalid text; 409 for a block with a file */
export function updateBlock(
  block: TargetBlock,
  { text, find = '', replace = '', expect, whole }: UpdateBlock,
  context: WriteContext,
): Result<Edit | undefined> {
  if (text === undefined)
    return replaceInBlock(
      block,
      { find, replace, ...(expect !== undefined && { expect }), ...(whole !== undefined && { whole }) },
      context,
    )
  return reworded(block, text, context, {
    contentOf: rewriteBlock,
    name: 'text with what the block keeps',
  })
}

/** The whole text of a block, as a person edits it. */
export interface SetText {
  readonly text: string
  readonly if_unchanged?: string
}

/**
 * Sets the whole text of a block. Parts that the text leaves out are removed: a person sees the whole text while editing it.
 * @returns undefined if the text is the same; 400 for an invalid text; 409 for a block with a file
 */
export const setText = (
  block: TargetBlock,
  { text }: SetText,
  context: WriteContext,
): Result<Edit | undefined> => reworded(block, text, context, { contentOf: (_, sent) => sent, name: 'text' })

interface Rewording {
  readonly contentOf: (old: string, sent: string) => string
  /** Names the content in the message for a text that is too long. */
  readonly name: string
}

function reworded(
  block: TargetBlock,
  text: string,
  context: WriteContext,
  { contentOf, name }: Rewording,
): Result<Edit | undefined> {
  const { id, words } = block.record
  const sent = readText('text', text, id, context, words.text)
  if (!sent.ok) return sent
  const content = contentOf(words.text, sent.value)
  const fits = content === words.text ? ok(content) : fitting(name, content)
  if (!fits.ok) return fits
  if (fileIds(words.text, context.origin).length > 0) return refuse({ code: 'conflict', why: 'file_kept' })
  if (content === words.text) return ok(undefined)
  return ok(rewordedBlock(block, content, `Rewrote a block on ${named(block.pageName)}`, context))
}
