/**
 * Decides between the conflicting versions of a block: one is used, or all are kept. Then the block keeps its text, and
 * each other version becomes a block after it. The revert deletes those blocks and brings the conflict back.
 */
import { parseBlock, withoutIdLines } from '@notegraph/block-text'
import { blockJson, makeBlock, orderBetween, reword, type BlockRecord } from '@notegraph/graph'
import type { GraphStore, StoredBlock } from '@notegraph/store'
import { dropVersions } from '@notegraph/sync'
import type { ChangeAction } from '@notegraph/contract'
import { ok, refuse } from '../refusal.ts'
import { orderAt } from './add-block.ts'
import type { TargetBlock } from './block.ts'
import type { DecideWrite } from './decision.ts'
import type { Edit, WriteContext } from './edit.ts'
import { named } from './summary.ts'

/** @param id a block with conflicting versions; 409 without any */
export const decideKeepVersions = (id: string): DecideWrite =>
  decideVersions(id, 'keep_versions', async (target, found, graph, context) =>
    keepVersions(target, await roomAfter(graph, found, target.record), context),
  )

/** @param rev the revision of the version to use; 409 if the block has none of it */
export const decideUseVersion = (id: string, rev: string): DecideWrite =>
  decideVersions(id, 'use_version', async (target, _found, _graph, context) =>
    useVersion(target, rev, context),
  )

type EditVersions = (
  target: TargetBlock,
  found: StoredBlock,
  graph: Pick<GraphStore, 'blocks' | 'records'>,
  context: WriteContext,
) => Promise<Edit | undefined>

function decideVersions(id: string, action: ChangeAction, editOf: EditVersions): DecideWrite {
  return async (graph, context) => {
    const found = await graph.blocks.find(id)
    const held = found && (await graph.records.find(id))
    if (held?.record.kind !== 'block') return refuse({ code: 'not_found', what: 'block', name: id })
    const { record, seq } = held
    const target = { record, seq, pageName: found!.pageName }
    const edit = record.versions?.length ? await editOf(target, found!, graph, context) : undefined
    const ids = { pageId: record.place.pageId, blockId: id }
    return ok({
      action,
      subject: { what: 'block', json: blockJson(found!, found!.pageName) },
      edit: edit ? ok(edit) : refuse({ code: 'conflict', why: 'no_version' }),
      whole: true,
      show: { blockId: id },
      answer: (block, changed) =>
        `{"ok":true,"changed":${changed},"ids":${JSON.stringify(ids)},"block":${block}}`,
    })
  }
}

/** The orders that blocks after a block can have. */
interface Room {
  /** The order of the next sibling; undefined for the last one. */
  readonly next: number | undefined
  /** The greatest order on the page. */
  readonly high: number
}

async function roomAfter(
  { blocks, records }: Pick<GraphStore, 'blocks' | 'records'>,
  { id, pageId }: StoredBlock,
  { place }: BlockRecord,
): Promise<Room> {
  const high = (await blocks.orderRange(pageId))?.high ?? place.order
  const own = await blocks.subtree(id, 0)
  if (!own) return { next: undefined, high }
  const behind = await blocks.listByPage(pageId, { limit: 1, offset: own.offset + own.total })
  const [after] = behind.blocks
  if (!after || after.depth !== own.blocks[0]?.depth) return { next: undefined, high }
  const next = (await records.find(after.id))?.record
  return { next: next?.kind === 'block' ? next.place.order : undefined, high }
}

function keepVersions({ record, seq, pageName }: TargetBlock, room: Room, context: WriteContext): Edit {
  const { id, place, versions = [] } = record
  const after = dropVersions(record, new Set(versions.map(({ rev }) => rev))) as BlockRecord
  const texts = versions.map(({ text }) => ownWords(text)).filter((text) => text !== '')
  let { order } = place
  let { high } = room
  const added = texts.map((content) => {
    // Without room between two siblings, the block goes to the end of them, which moves no other block.
    order = orderBetween(order, room.next) ?? orderAt('end', { low: high, high })
    high = Math.max(high, order)
    const { pageId, parentId } = place
    const { newId, now } = context
    return makeBlock({ id: newId(), content, rev: newId(), pageId, parentId, order, now })
  })
  return {
    puts: [{ record: after, from: seq }, ...added.map((block) => ({ record: block, from: 0 }))],
    touched: [
      { kind: 'block', id, before: record, after },
      ...added.map((block) => ({ kind: 'block', id: block.id, before: null, after: block }) as const),
    ],
    summary: `Kept both versions of a block on ${named(pageName)}`,
    page: pageName,
    pageId: place.pageId,
    blockId: id,
  }
}

function useVersion(
  { record, seq, pageName }: TargetBlock,
  rev: string,
  { newId, now }: WriteContext,
): Edit | undefined {
  const { id, words, versions = [] } = record
  const used = [words, ...versions].find((one) => one.rev === rev)
  if (!used) return undefined
  const only = dropVersions(record, new Set(versions.map((one) => one.rev))) as BlockRecord
  const after = used === words ? only : reword(only, used.text, newId(), now)
  return {
    puts: [{ record: after, from: seq }],
    touched: [{ kind: 'block', id, before: record, after }],
    summary: `Chose a version of a block on ${named(pageName)}`,
    page: pageName,
    pageId: record.place.pageId,
    blockId: id,
  }
}

/** A text without the id of the block that it was a version of. */
const ownWords = (text: string): string => withoutIdLines(parseBlock(text)).trim()
