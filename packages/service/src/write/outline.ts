/** Markdown of a body as nested blocks of a page, read as an import reads the body of a page. @see assistants 1.1 */
import { readInput } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import { readBody } from '@notegraph/folder'
import { makeBlock, type BlockRecord } from '@notegraph/graph'
import { SYNC_LIMITS } from '@notegraph/sync'
import { textFaultWords, tooLong } from '../error-messages.ts'
import { badRequest, ok, refuse, type Result } from '../refusal.ts'
import { BAD_REQUESTS } from '../request-errors.ts'
import type { WriteContext } from './edit.ts'
import { fitting, readText } from './text.ts'

/** The place of an outline on a page. */
export interface OutlinePlace {
  readonly pageId: string
  readonly parentId: string | null
  /** The number of blocks above its top level. */
  readonly depth: number
  /** Returns the orders of so many blocks of the top level, in order. */
  readonly ordersOf: (count: number) => readonly number[]
}

/**
 * @param name the member of the body
 * @returns the blocks in outline order; 400 for too many, for an invalid text, and for a level that is too deep
 */
export function outlineBlocks(
  name: string,
  text: string,
  place: OutlinePlace,
  context: WriteContext,
): Result<BlockRecord[]> {
  if (text.length > LIMITS.outlineText) return badRequest(tooLong(name, LIMITS.outlineText, text.length))
  const control = controlFault(name, text)
  if (control !== undefined) return badRequest(control)
  if (text.trim() === '') return badRequest(textFaultWords(name, { fault: 'empty' }))
  const read = readBody(text, { blocks: LIMITS.outlineBlocks })
  if (!read.ok) return refuse(BAD_REQUESTS.outlineTooLong(name))
  const orders = place.ordersOf(read.blocks.filter(({ depth }) => depth === 0).length)
  const blocks: BlockRecord[] = []
  // The last block on each level, with the number of its children.
  const path: { id: string; children: number }[] = []
  let top = 0
  for (const { content: written, depth, line } of read.blocks) {
    if (place.depth + depth >= SYNC_LIMITS.depth) return refuse(BAD_REQUESTS.outlineTooDeep(name, line))
    const id = context.newId()
    const content = contentOf(`${name}, the block at line ${line},`, written, id, context)
    if (!content.ok) return content
    path.length = depth
    const parent = path.at(-1)
    const order = parent ? ++parent.children : orders[top++]!
    const at = { pageId: place.pageId, parentId: parent?.id ?? place.parentId, order }
    blocks.push(makeBlock({ id, content: content.value, rev: context.newId(), ...at, now: context.now }))
    path.push({ id, children: 0 })
  }
  return ok(blocks)
}

/**
 * The message for a control character. It is looked for in the text as sent, because some are white space, which the
 * outline leaves out around its blocks.
 * @see decisions 2.11
 */
function controlFault(name: string, text: string): string | undefined {
  const read = readInput(text)
  if (read.ok || read.fault !== 'control_character') return undefined
  const lines = text.slice(0, read.at).split(/\r\n|[\r\n]/)
  return textFaultWords(`${name}, line ${lines.length},`, { ...read, at: lines.at(-1)!.length })
}

/** An item without words stays an empty block, as an import keeps it. */
function contentOf(name: string, text: string, id: string, context: WriteContext): Result<string> {
  if (text.trim() === '') return ok('')
  const sent = readText(name, text, id, context)
  return sent.ok ? fitting(name, sent.value) : sent
}
