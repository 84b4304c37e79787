import { UpdateBlockArguments } from '@notegraph/contract'
import { findBlock, ok } from '@notegraph/service'
import { asWritten, quoted } from '../markdown/visible.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { blockResult, UNCHANGED } from './write-result.ts'

export const updateBlock: ToolHandler = toolHandler(
  'update_block',
  UpdateBlockArguments,
  async ({ reader, writes }, caller, args) => {
    const found = await findBlock(reader.graph(caller), args.block_id)
    if (!found.ok) return found
    const asHeld = (text: string): string => asWritten(text, found.value.content)
    const { text, find, replace, expect, whole, if_unchanged } = args
    const written = await writes.updateBlock(caller, found.value.id, {
      ...(text !== undefined && { text: asHeld(text) }),
      ...(find !== undefined && { find: asHeld(find) }),
      ...(replace !== undefined && { replace: asHeld(replace) }),
      ...(expect !== undefined && { expect }),
      ...(whole !== undefined && { whole }),
      ...(if_unchanged !== undefined && { if_unchanged }),
    })
    if (!written.ok) return written
    const { changed, matched } = written.value.value()
    const what = `${changed ? 'Updated.' : UNCHANGED}${insteadWords(matched)}`
    return ok(await blockResult(reader, caller, what, written.value))
  },
)

/** ` In place of "in current", which looks like find.` @see assistants 13.4 */
export const insteadWords = (matched: string | undefined): string =>
  matched === undefined ? '' : ` In place of ${quoted(matched)}, which looks like find.`
