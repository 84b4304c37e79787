/**
 * Tab and Shift Tab, Alt Shift with an arrow, and drag: blocks change their place, with everything nested under them.
 *
 * @see outliner 3.1, 3.5
 */
import { applyEdit, type Edit, type Operation, type Where } from './operation.ts'
import {
  blockIn,
  childrenOf,
  isAtOrUnder,
  siblingAfter,
  siblingBefore,
  siblingsOf,
  type Outline,
} from './outline.ts'
import type { Refusal } from './messages.ts'
import { edited, NOTHING, refuse, type Outcome } from './outcome.ts'
import { pickedRoots, type OutlineState } from './state.ts'

/** Siblings next to each other. */
type Group = readonly string[]

function groupsOf(outline: Outline, ids: readonly string[]): Group[] {
  const groups: string[][] = []
  for (const id of ids) {
    const last = groups.at(-1)
    if (last && siblingAfter(outline, last.at(-1)!) === id) last.push(id)
    else groups.push([id])
  }
  return groups
}

/** Moves blocks behind each other, in their order. */
function moveAll(ids: readonly string[], where: Where): Edit {
  let { behind } = where
  return ids.map((id): Operation => {
    const move: Operation = { do: 'moveBlock', id, where: { ...where, behind } }
    behind = id
    return move
  })
}

/** Edits one group after another, each on the outline after those before. */
function eachGroup(
  state: OutlineState,
  make: (outline: Outline, group: Group) => { readonly edit: Edit; readonly opened: string } | undefined,
): Outcome {
  let { outline } = state
  const edit: Operation[] = []
  const opened: string[] = []
  for (const group of groupsOf(outline, pickedRoots(state))) {
    if (group.includes(state.root ?? '')) continue
    const made = make(outline, group)
    if (!made) continue
    edit.push(...made.edit)
    opened.push(made.opened)
    outline = applyEdit(outline, made.edit)
  }
  return edited(state, edit, () => state.focus, opened)
}

/** A key that can do nothing stays in the outline, and says why. */
const orRefuse = (outcome: Outcome, { focus }: OutlineState, refusal: Refusal): Outcome =>
  outcome.done || outcome.refusal || focus === null ? outcome : refuse(refusal)

/** Nests the picked blocks under the block before them. */
export const nest = (state: OutlineState): Outcome => {
  const outcome = eachGroup(state, (outline, group) => {
    const parentId = siblingBefore(outline, group[0]!)
    if (parentId === undefined) return undefined
    const behind = childrenOf(outline, parentId).at(-1) ?? null
    return { edit: moveAll(group, { pageId: outline.pageId, parentId, behind }), opened: parentId }
  })
  return orRefuse(outcome, state, { why: 'none_before' })
}

/**
 * Moves the picked blocks out of their parent, to the place right after it. The siblings below them become their
 * children, so that every line stays where it is, as users of Logseq expect.
 */
export const unnest = (state: OutlineState): Outcome => {
  const outcome = eachGroup(state, (outline, group) => {
    const { parentId } = blockIn(outline, group[0]!)
    if (parentId === null || parentId === state.root) return undefined
    const { pageId } = outline
    const last = group.at(-1)!
    const siblings = siblingsOf(outline, last)
    const below = siblings.slice(siblings.indexOf(last) + 1)
    const behind = childrenOf(outline, last).at(-1) ?? null
    return {
      edit: [
        ...moveAll(group, { pageId, parentId: blockIn(outline, parentId).parentId, behind: parentId }),
        ...moveAll(below, { pageId, parentId: last, behind }),
      ],
      opened: below.length > 0 ? last : '',
    }
  })
  return orRefuse(outcome, state, { why: state.root === null ? 'outermost' : 'zoomed' })
}

/** Moves the picked siblings up or down. At the edge they move to the next block of their parent's level. */
export function move(state: OutlineState, direction: 'up' | 'down'): Outcome {
  const { outline, root } = state
  const { pageId } = outline
  const [group, ...more] = groupsOf(outline, pickedRoots(state))
  if (!group || more.length > 0 || group.includes(root ?? '')) return NOTHING
  const next = direction === 'up' ? siblingBefore(outline, group[0]!) : siblingAfter(outline, group.at(-1)!)
  const { parentId } = blockIn(outline, group[0]!)
  if (next !== undefined) {
    const behind = direction === 'up' ? (siblingBefore(outline, next) ?? null) : next
    return edited(state, moveAll(group, { pageId, parentId, behind }), () => state.focus)
  }
  if (parentId === null || parentId === root) return NOTHING
  const other = direction === 'up' ? siblingBefore(outline, parentId) : siblingAfter(outline, parentId)
  if (other === undefined) return NOTHING
  const behind = direction === 'up' ? (childrenOf(outline, other).at(-1) ?? null) : null
  return edited(state, moveAll(group, { pageId, parentId: other, behind }), () => state.focus, [other])
}

/**
 * Moves blocks to a place, as drag does, also to another page.
 *
 * @param ids the dragged block, or all picked ones; nested ones move with the block above them
 */
export function moveTo(state: OutlineState, ids: readonly string[], where: Where): Outcome {
  const { outline, root } = state
  if (ids.includes(root ?? '')) return refuse({ why: 'zoomed' })
  const isHere = where.pageId === outline.pageId
  const roots = ids.filter((id) => !ids.some((one) => one !== id && isAtOrUnder(outline, id, one)))
  if (isHere && roots.some((id) => isAtOrUnder(outline, where.parentId, id))) return NOTHING
  let { behind } = where
  if (isHere)
    while (behind !== null && roots.includes(behind)) behind = siblingBefore(outline, behind) ?? null
  const edit = moveAll(roots, { ...where, behind })
  const isThere = isHere && roots.every((id, i) => isAt(outline, id, where.parentId, roots[i - 1] ?? behind))
  if (isThere) return NOTHING
  return edited(
    state,
    edit,
    (next) => {
      const { focus } = state
      if (focus === null) return null
      const kept = focus.kind === 'caret' ? [focus.id] : [focus.anchor, focus.head]
      return kept.every((id) => next.blocks.has(id)) ? focus : null
    },
    where.parentId === null ? [] : [where.parentId],
  )
}

const isAt = (outline: Outline, id: string, parentId: string | null, behind: string | null): boolean =>
  blockIn(outline, id).parentId === parentId && (siblingBefore(outline, id) ?? null) === behind
