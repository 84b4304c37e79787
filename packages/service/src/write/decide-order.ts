/** Loads what a write that puts notes in order depends on, and decides it. @see assistants, Rights and 10 */
import type { Day } from '@notegraph/block-text'
import { LIMITS, type MoveBlock } from '@notegraph/contract'
import { blockJson, dayAt } from '@notegraph/graph'
import type { GraphStore } from '@notegraph/store'
import { findPageOrDay } from '../find-page.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { addTarget, dayMember } from './decide.ts'
import type { DecideWrite } from './decision.ts'
import { deleteBlocks } from './delete-blocks.ts'
import type { WriteContext } from './edit.ts'
import { moveBlocks, type MoveTarget } from './move-blocks.ts'
import { readOutline, readTrees, type PageOutline, type Trees } from './trees.ts'

type Place = Omit<MoveBlock, 'if_unchanged'>

/** Decides a move. @param ids the blocks, at least one */
export function decideMoveBlocks(ids: readonly string[], place: Place): DecideWrite {
  return async (graph, context) => {
    const trees = await readTrees(graph, ids)
    if (!trees.ok) return trees
    const to = await moveTarget(graph, place, trees.value, context)
    if (!to.ok) return to
    const edit = moveBlocks(trees.value, to.value, place, context)
    if (!edit.ok) return edit
    const [first] = ids
    const pageId = edit.value?.pageId ?? trees.value.trees[0]!.root.record.place.pageId
    const { day } = to.value
    const members = `"ids":${JSON.stringify({ pageId, blockId: first })},"total":${trees.value.ids.size}`
    return ok({
      action: 'move_blocks',
      subject: await blockSubject(graph, first!),
      edit,
      whole: true,
      show: { blockId: first! },
      answer: (shown, changed) =>
        `{"ok":true,"changed":${changed},${members},"block":${shown}${dayMember(day, place.page, context)}}`,
    })
  }
}

/** The place of a move, and the day if the page was named by one. */
async function moveTarget(
  graph: Pick<GraphStore, 'pages' | 'blocks' | 'records'>,
  { page: name, parentId, before, after }: Place,
  { outlines }: Trees,
  context: WriteContext,
): Promise<Result<MoveTarget & { readonly day?: Day }>> {
  const outlineOf = async (pageId: string): Promise<PageOutline> =>
    outlines.get(pageId) ?? (await readOutline(graph, pageId))
  if (name !== undefined) {
    const found = await findPageOrDay(graph, name, dayAt(context.now, context.zone))
    if (!found.ok) return found
    const { page, day } = found.value
    const target = await addTarget(graph, page, day, null)
    if (!target.ok) return target
    const there = page ? await outlineOf(page.id) : { blocks: [], byId: new Map() }
    return ok({ target: target.value, page: there, ...(day !== undefined && { day }) })
  }
  const id = (parentId ?? before ?? after)!
  const found = await graph.blocks.find(id)
  const page = found && (await outlineOf(found.pageId))
  const anchor = page?.byId.get(id)
  if (!anchor) return refuse({ code: 'not_found', what: 'block', name: id })
  const target = { page: { id: found!.pageId, name: found!.pageName } }
  return ok({
    target,
    page: page!,
    ...((parentId ?? undefined) === undefined ? { beside: anchor } : { parent: anchor }),
  })
}

/** Decides a delete. @param ids the blocks, at least one */
export function decideDeleteBlocks(ids: readonly string[]): DecideWrite {
  return async (graph, context) => {
    const trees = await readTrees(graph, ids)
    if (!trees.ok) return trees
    const { pageId } = trees.value.trees[0]!.root.record.place
    const page = await graph.pages.find(pageId)
    if (!page) return refuse({ code: 'conflict', why: 'meanwhile' })
    const edit = deleteBlocks(trees.value, page, context)
    const deleted = [...trees.value.ids]
    const { blocks, total } = await graph.blocks.listReferring(deleted, {
      limit: LIMITS.referringShown,
      offset: 0,
    })
    const referring = blocks.map((block) => blockJson(block, block.pageName)).join()
    const members = `"ids":${JSON.stringify({ pageId, blockId: ids[0] })},"total":${deleted.length},"referring":[${referring}],"referringTotal":${total}`
    return ok({
      action: 'delete_blocks',
      subject: await blockSubject(graph, ids[0]!),
      edit: ok(edit),
      whole: true,
      show: { pageId },
      answer: (shown, changed) => `{"ok":true,"changed":${changed},${members},"page":${shown}}`,
    })
  }
}

async function blockSubject(graph: Pick<GraphStore, 'blocks'>, id: string) {
  const block = await graph.blocks.find(id)
  return { what: 'block', json: block && blockJson(block, block.pageName) } as const
}
