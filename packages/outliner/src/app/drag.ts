/** Blocks that are dragged by their bullet, with a mouse or a finger, to another place of any shown page. @see outliner 3.5 */
import { pickedRoots } from '@notegraph/outliner'
import type { BlockTarget, Edit } from '@notegraph/sync'
import type { PageModel } from './page-model.ts'

/** Pixels that a pointer moves before it drags. */
const SLACK = 5
/** Pixels to the right of a bullet from which a block goes under the one that it is dropped on. */
const INDENT = 28
/** Pixels from the upper and the lower edge of the window within which a drag scrolls it. */
const EDGE = 48
/** The most pixels that it scrolls in a frame. */
const FASTEST = 16

const ITEM = 'li[role="treeitem"]'
const idOf = (item: Element): string => (item as HTMLElement).dataset['block']!

interface Drop {
  readonly where: BlockTarget
  /** The row that shows the place, and on which side of it. */
  readonly row: Element
  readonly side: 'before' | 'after' | 'inside'
}

/** The place under a pointer. */
export function dropAt(x: number, y: number): Drop | undefined {
  const row = document.elementFromPoint(x, y)?.closest('.row')
  const item = row?.closest(ITEM)
  const tree = row?.closest<HTMLElement>('ul[role="tree"]')
  const pageId = tree?.dataset['page']
  if (!row || !item || !tree || pageId === undefined) return undefined
  const { top, height } = row.getBoundingClientRect()
  const bullet = row.querySelector('.bullet')!.getBoundingClientRect()
  const id = idOf(item)
  // The block that is shown alone has no place beside it.
  const isAlone = tree.dataset['root'] === id
  if (isAlone || (y > top + height / 2 && Math.abs(x - bullet.left) > INDENT))
    return { where: { pageId, parentId: id, behind: null }, row, side: 'inside' }
  const parent = item.parentElement!.closest(ITEM)
  const parentId = parent ? idOf(parent) : null
  const isBefore = y <= top + height / 2
  const above = isBefore ? itemBefore(item) : item
  return {
    where: { pageId, parentId, behind: above ? idOf(above) : null },
    row,
    side: isBefore ? 'before' : 'after',
  }
}

/** The sibling before, which can be the last one of the run before. */
function itemBefore(item: Element): Element | null {
  const before = item.previousElementSibling ?? item.parentElement!.parentElement!.previousElementSibling
  if (before?.matches(ITEM) === true && before.parentElement === item.parentElement) return before
  return before?.matches('.rows') === true ? before.firstElementChild!.lastElementChild : null
}

/** The edits that put blocks at a place, in their order. */
export function moves(ids: readonly string[], where: BlockTarget): readonly Edit[] {
  let { behind = null } = where
  return ids.flatMap((id): Edit[] => {
    if (id === behind || id === where.parentId) return []
    const here = { ...where, behind }
    behind = id
    return [{ do: 'moveBlock', id, where: here }]
  })
}

/** The pixels that a pointer at a height scrolls in a frame. */
export function scrollAt(y: number, height: number): number {
  const [above, below] = [EDGE - y, y - (height - EDGE)]
  const depth = Math.min(Math.max(above, below, 0), EDGE) / EDGE
  return Math.ceil(depth * FASTEST) * (above > below ? -1 : 1)
}

/**
 * Follows a pointer that was pressed on a bullet.
 *
 * @param drop gets the edits when the pointer is let go at a place
 */
export function startDrag(
  event: PointerEvent,
  bullet: HTMLElement,
  model: PageModel,
  id: string,
  drop: (edits: readonly Edit[]) => void,
): void {
  if (event.button !== 0) return
  const [fromX, fromY] = [event.clientX, event.clientY]
  let isDragging = false
  let target: Drop | undefined
  let [x, y] = [fromX, fromY]
  let frame = 0
  const mark = (next: Drop | undefined): void => {
    delete (target?.row as HTMLElement | undefined)?.dataset['drop']
    if (next) (next.row as HTMLElement).dataset['drop'] = next.side
    target = next
  }
  const onMove = ({ clientX, clientY, buttons, type }: PointerEvent): void => {
    // Let go where the bullet did not hear of it.
    if (buttons === 0) return end({ type })
    isDragging ||= Math.hypot(clientX - fromX, clientY - fromY) > SLACK
    ;[x, y] = [clientX, clientY]
    if (isDragging) mark(dropAt(x, y))
    if (isDragging && frame === 0) scroll()
  }
  /** Scrolls while the pointer is near an edge, the nearer the faster. */
  const scroll = (): void => {
    const by = scrollAt(y, innerHeight)
    const before = scrollY
    if (by !== 0) scrollBy(0, by)
    if (scrollY !== before) mark(dropAt(x, y))
    frame = by === 0 ? 0 : requestAnimationFrame(scroll)
  }
  const end = ({ type }: Pick<Event, 'type'>): void => {
    bullet.removeEventListener('pointermove', onMove)
    for (const name of ENDS) bullet.removeEventListener(name, end)
    cancelAnimationFrame(frame)
    const dropped = type === 'pointerup' ? target : undefined
    mark(undefined)
    if (!isDragging) return
    // The click that follows would open the block.
    bullet.addEventListener('click', prevent, { once: true })
    setTimeout(() => bullet.removeEventListener('click', prevent), 0)
    if (!dropped) return
    const roots = pickedRoots(model.state)
    const edits = moves(roots.includes(id) ? roots : [id], dropped.where)
    if (edits.length > 0) drop(edits)
  }
  bullet.setPointerCapture(event.pointerId)
  bullet.addEventListener('pointermove', onMove)
  for (const name of ENDS) bullet.addEventListener(name, end)
}

const ENDS = ['pointerup', 'pointercancel'] as const
const prevent = (event: Event): void => event.preventDefault()
