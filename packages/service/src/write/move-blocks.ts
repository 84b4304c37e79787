/**
 * Moves blocks to one place, each with those nested under it. They keep the order given.
 * @see assistants 10.1
 */
import { moveTo, type BlockRecord } from '@notegraph/graph'
import type { MoveBlock } from '@notegraph/contract'
import type { ItemChange, Put } from '@notegraph/store'
import { SYNC_LIMITS } from '@notegraph/sync'
import { ok, refuse, type Result } from '../refusal.ts'
import { BAD_REQUESTS } from '../request-errors.ts'
import type { Edit, WriteContext } from './edit.ts'
import { pageOf, type AddTarget } from './add-block.ts'
import { named } from './summary.ts'
import type { HeldBlock, Outlined, PageOutline, Trees } from './trees.ts'

/** The place of a move, as it was found. */
export interface MoveTarget {
  readonly target: AddTarget
  /** The blocks that are on the page. */
  readonly page: PageOutline
  /** The block under which they go. */
  readonly parent?: Outlined | undefined
  /** The block beside which they go. */
  readonly beside?: Outlined | undefined
}

/** @returns undefined if all are there already; 400 for a place on or under a moved block, or that is too deep */
export function moveBlocks(
  { trees, ids }: Trees,
  to: MoveTarget,
  { position = 'end', before }: Pick<MoveBlock, 'position' | 'before'>,
  context: WriteContext,
): Result<Edit | undefined> {
  const page = pageOf(to.target, context)
  const anchor = to.beside ?? to.parent
  const inside = anchor && [anchor, ...above(to.page, anchor)].find(({ record }) => ids.has(record.id))
  if (inside) return refuse(BAD_REQUESTS.movedUnderItself(anchor.record.id))
  const parentId = to.beside ? to.beside.parentId : (to.parent?.record.id ?? null)
  const depth = to.beside ? to.beside.depth : to.parent ? to.parent.depth + 1 : 0
  if (trees.some(({ height }) => depth + height >= SYNC_LIMITS.depth))
    return refuse(BAD_REQUESTS.movedTooDeep)

  const there = to.page.blocks.filter((one) => one.parentId === parentId)
  const siblings = there.filter(({ record }) => !ids.has(record.id))
  const next = to.beside
    ? siblings.indexOf(to.beside) + (before === undefined ? 1 : 0)
    : position === 'start'
      ? 0
      : siblings.length
  const roots = trees.map(({ root }) => root)
  const arranged = siblings.toSpliced(next, 0, ...roots)
  const isThere = arranged.length === there.length && arranged.every((one, i) => one === there[i])
  if (isThere && roots.every(({ record }) => record.place.parentId === parentId)) return ok(undefined)

  const orders = ordersBetween(siblings[next - 1], siblings[next], roots.length)
  const edits = new Changed(context.now)
  // Without room between the two, all siblings are numbered again.
  for (const [i, { record, seq }] of (orders ? roots : arranged).entries()) {
    const order = orders?.[i] ?? i + 1
    const isMoved = ids.has(record.id)
    if (isMoved || record.place.order !== order)
      edits.move(
        { record, seq },
        { pageId: page.id, parentId: isMoved ? parentId : record.place.parentId, order },
      )
  }
  for (const { record, seq } of trees.flatMap(({ nested }) => nested))
    if (record.place.pageId !== page.id) edits.move({ record, seq }, { ...record.place, pageId: page.id })

  const what = roots.length === 1 ? 'a block' : `${roots.length} blocks`
  return ok({
    puts: [...page.puts, ...edits.puts],
    touched: [...page.touched, ...edits.touched],
    summary: `Moved ${what} to ${named(page.name)}`,
    page: page.name,
    pageId: page.id,
    blockId: roots[0]!.record.id,
  })
}

function* above({ byId }: PageOutline, { parentId }: Outlined): Generator<Outlined> {
  for (let at = byId.get(parentId ?? ''); at; at = byId.get(at.parentId ?? '')) yield at
}

/** The records that a write changes, and what its entry lists. */
export class Changed {
  readonly puts: Put[] = []
  readonly touched: ItemChange[] = []
  readonly #now: number

  constructor(now: number) {
    this.#now = now
  }

  move({ record, seq }: HeldBlock, place: Omit<BlockRecord['place'], 'at'>): void {
    this.put(record, moveTo(record, place, this.#now), seq)
  }

  put(before: BlockRecord, after: BlockRecord, from: number): void {
    this.puts.push({ record: after, from })
    this.touched.push({ kind: 'block', id: before.id, before, after })
  }
}

/** The least distance between two siblings that leaves room for more. */
const LEAST = 2 ** -20

/** @returns so many ascending orders between two siblings; undefined without room */
function ordersBetween(
  low: Outlined | undefined,
  high: Outlined | undefined,
  count: number,
): number[] | undefined {
  const [from, to] = [low?.record.place.order, high?.record.place.order]
  const step = from !== undefined && to !== undefined ? (to - from) / (count + 1) : 1
  const first = from !== undefined ? from + step : to !== undefined ? to - count * step : 1
  const orders = Array.from({ length: count }, (_, i) => first + i * step)
  const all = [...(from === undefined ? [] : [from]), ...orders, ...(to === undefined ? [] : [to])]
  return step >= LEAST && all.every((order, i) => Number.isFinite(order) && (i === 0 || order > all[i - 1]!))
    ? orders
    : undefined
}
