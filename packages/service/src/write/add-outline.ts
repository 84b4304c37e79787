/** Adds an outline to a page or a day, in one change. @see assistants 1.1 */
import type { AddOutline } from '@notegraph/contract'
import { ok, refuse, type Result } from '../refusal.ts'
import { BAD_REQUESTS } from '../request-errors.ts'
import { orderAt, pageOf, type AddTarget } from './add-block.ts'
import type { Edit, WriteContext } from './edit.ts'
import { outlineBlocks } from './outline.ts'
import { named } from './summary.ts'

export interface AddOutlineEdit extends Edit {
  /** In outline order. */
  readonly blockIds: readonly string[]
}

/**
 * @param depth the number of blocks above the outline: the parent and its parents
 * @returns 400 for an invalid text, or a `parentId` that is not on the page
 */
export function addOutline(
  target: AddTarget,
  { text, position = 'end', parentId = null }: AddOutline,
  depth: number,
  context: WriteContext,
): Result<AddOutlineEdit> {
  const page = pageOf(target, context)
  const parent = 'page' in target ? target.parent : undefined
  if (parentId !== null && parent?.pageId !== page.id)
    return refuse(BAD_REQUESTS.notOnPage(parentId, page.name))
  const edges = 'page' in target ? target.edges : undefined
  const place = {
    pageId: page.id,
    parentId,
    depth,
    ordersOf: (count: number) => ordersAt(position, edges, count),
  }
  const blocks = outlineBlocks('text', text, place, context)
  if (!blocks.ok) return blocks
  const count = blocks.value.length
  return ok({
    puts: [...page.puts, ...blocks.value.map((record) => ({ record, from: 0 }))],
    touched: [
      ...page.touched,
      ...blocks.value.map((after) => ({ kind: 'block', id: after.id, before: null, after }) as const),
    ],
    summary: `Added ${count === 1 ? 'a block' : `${count} blocks`} to ${named(page.name)}`,
    page: page.name,
    pageId: page.id,
    blockIds: blocks.value.map(({ id }) => id),
  })
}

type Edges = Parameters<typeof orderAt>[1]

/** Orders before or after all blocks of the page, ascending. */
function ordersAt(position: 'start' | 'end', edges: Edges, count: number): number[] {
  const isStart = position === 'start' && edges !== undefined
  const orders: number[] = []
  let around = edges
  while (orders.length < count) {
    const order = orderAt(isStart ? 'start' : 'end', around)
    orders.push(order)
    around = { low: isStart ? order : 1, high: order }
  }
  return isStart ? orders.toReversed() : orders
}
