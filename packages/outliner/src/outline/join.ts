/**
 * Backspace at the start and Delete at the end: two blocks become one. The block that others refer to survives, else the
 * upper one.
 *
 * @see outliner 3.1
 */
import { editTask, isNumbered, parseBlock } from '@notegraph/block-text'
import { contentOf, fieldOf } from './field.ts'
import { placeOf, type Operation } from './operation.ts'
import { blockIn, childrenOf, type Block, type Outline } from './outline.ts'
import { edited, NOTHING, refuse, setContent, type Outcome } from './outcome.ts'
import { caretIn, type OutlineState } from './state.ts'
import { blockAbove, blockBelow } from './visible.ts'
import { bindings, codeIn, withoutNumber, wordsEnd, writtenEnd } from './words.ts'

/** Joins the block with the caret at its start with the one above. */
export function joinUp(state: OutlineState): Outcome {
  const { outline, root, focus } = state
  if (focus?.kind !== 'caret' || focus.start !== 0 || focus.end !== 0) return NOTHING
  const above = blockAbove(outline, root, focus.id)
  if (focus.id === root) return NOTHING
  const bared = withoutMarks(focus.text)
  if (bared !== undefined) return rewritten(state, focus.id, bared, 0)
  return above === undefined ? NOTHING : join(state, above, focus.id)
}

/** Joins the block with the caret at its end with the one below. */
export function joinDown(state: OutlineState): Outcome {
  const { outline, root, focus } = state
  if (focus?.kind !== 'caret' || focus.start !== focus.end || !isAtEnd(focus.text, focus.end)) return NOTHING
  const below = blockBelow(outline, root, focus.id)
  if (below === undefined) return NOTHING
  const bared = withoutMarks(fieldOf(blockIn(outline, below).content).text)
  if (bared === undefined) return join(state, focus.id, below)
  const block = blockIn(outline, below)
  return edited(state, setContent(block, contentOf(block.content, bared)), () => focus)
}

const isAtEnd = (text: string, at: number): boolean => at === text.length || at === writtenEnd(text)

/** The text without its marker, else without its number; `undefined` if it has neither. */
function withoutMarks(text: string): string | undefined {
  if (parseBlock(text).marker !== undefined) return editTask(text, { marker: null })
  return isNumbered(text) ? withoutNumber(text) : undefined
}

function rewritten(state: OutlineState, id: string, text: string, caret: number): Outcome {
  const block = blockIn(state.outline, id)
  return edited(state, setContent(block, contentOf(block.content, text)), (next) => caretIn(next, id, caret))
}

function join(state: OutlineState, upperId: string, lowerId: string): Outcome {
  const { outline, root } = state
  const [upper, lower] = [blockIn(outline, upperId), blockIn(outline, lowerId)]
  const texts = [fieldOf(upper.content).text, fieldOf(lower.content).text] as const
  const hasWords = texts.every((text) => withoutNumber(text) !== '')
  if (hasWords) {
    const [above, below] = texts.map(bindings)
    if (below) return refuse({ why: below, which: 'below' })
    if (above) return refuse({ why: above, which: 'above' })
  }
  if (upper.unsettled) return refuse({ why: 'unsettled', which: 'above' })
  if (lower.unsettled) return refuse({ why: 'unsettled', which: 'below' })
  if (upper.referred && lower.referred) return refuse({ why: 'both_referred' })
  const [text, caret] = joined(...texts)
  // The zoomed block is the heading of what is shown, so it never goes.
  const lowerStays = lower.referred && upperId !== root
  if (lower.referred && !lowerStays) return refuse({ why: 'zoomed' })
  const edit = lowerStays ? intoLower(outline, upper, lower, text) : intoUpper(outline, upper, lower, text)
  const stays = lowerStays ? lowerId : upperId
  return edited(state, edit, (next) => caretIn(next, stays, caret), lower.children.length > 0 ? [stays] : [])
}

/** The words of both, and the place between them. */
function joined(above: string, below: string): readonly [text: string, caret: number] {
  if (withoutNumber(above) === '') return [below, 0]
  const at = wordsEnd(above)
  const text = (gap: string): string => above.slice(0, at) + gap + below + above.slice(at)
  const gap = codeIn(text('')) === codeIn(above) + codeIn(below) ? '' : '\n'
  return [text(gap), at + gap.length]
}

/** The children of the lower block come where the lower block was, so that all lines keep their order. */
function intoUpper(outline: Outline, upper: Block, lower: Block, text: string): Operation[] {
  const { pageId } = outline
  const isChild = lower.parentId === upper.id
  const behind = isChild ? lower.id : (upper.children.at(-1) ?? null)
  return [
    ...setContent(upper, contentOf(upper.content, text)),
    ...moved(lower.children, pageId, upper.id, behind),
    { do: 'deleteBlock', id: lower.id },
  ]
}

function intoLower(outline: Outline, upper: Block, lower: Block, text: string): Operation[] {
  const { pageId } = outline
  const others = childrenOf(outline, upper.id).filter((id) => id !== lower.id)
  const isChild = lower.parentId === upper.id
  // The children of the upper block are above those of the lower one, unless the lower one is a child itself.
  const behind = isChild ? (lower.children.at(-1) ?? null) : null
  const where = placeOf(outline, upper.id)
  return [
    ...setContent(lower, contentOf(lower.content, text)),
    { do: 'moveBlock', id: lower.id, where: { ...where, behind: upper.id } },
    ...moved(others, pageId, lower.id, behind),
    { do: 'deleteBlock', id: upper.id },
  ]
}

function moved(ids: readonly string[], pageId: string, parentId: string, first: string | null): Operation[] {
  let behind = first
  return ids.map((id): Operation => {
    const operation: Operation = { do: 'moveBlock', id, where: { pageId, parentId, behind } }
    behind = id
    return operation
  })
}
