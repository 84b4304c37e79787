/**
 * Pasting: the kind of a paste, and the edit that adds its blocks. Nothing of a paste is ever discarded; a refused one stays on
 * the clipboard and is refused in words.
 *
 * @see outliner 3.3
 */
import { SYNC_LIMITS } from '@notegraph/sync'
import { linkOver, type TextSelection } from '../keys/text-commands.ts'
import { contentOf, fieldOf } from '../outline/field.ts'
import type { Edit, Operation, Where } from '../outline/operation.ts'
import { blockIn, childrenOf, isAtOrUnder, levelOf, type Outline } from '../outline/outline.ts'
import { edited, NOTHING, refuse, setContent, type Outcome, type Surroundings } from '../outline/outcome.ts'
import { caretIn, pickedRoots, type OutlineState } from '../outline/state.ts'
import { showsChildren } from '../outline/visible.ts'
import { isInCode, withoutNumber } from '../outline/words.ts'
import type { Cut, CutBlock } from './copy.ts'
import type { MarkupNode } from './markup.ts'
import { measure, MOST_PASTED, withinLimits, type PastedBlock } from './pasted.ts'
import { readHtml } from './read-html.ts'
import { readOpml } from './read-opml.ts'
import { hasBullets, readText } from './read-text.ts'

/** The contents of a clipboard. Files are uploaded and come as text. */
export interface ClipboardContents {
  readonly text: string
  /** The tree of its HTML. */
  readonly html?: MarkupNode
  /** The tree of its text if that `looksLikeOpml`. */
  readonly opml?: MarkupNode
}

/** The facts that decide what a paste is. */
export interface PasteSetting {
  /** The text with the caret, if the paste goes into a field. */
  readonly field?: TextSelection
  /** The latest cut of this device, unless it was pasted already. */
  readonly cut?: Cut | undefined
  /** Whether the person asked for plain text in one block. */
  readonly isPlain?: boolean
}

/** The kind of a paste. */
export type Paste =
  /** The field has this text and selection then. */
  | { readonly kind: 'field'; readonly field: TextSelection }
  | { readonly kind: 'blocks'; readonly blocks: readonly PastedBlock[] }
  | { readonly kind: 'move'; readonly cut: Cut }

/**
 * Decides the kind of a paste.
 *
 * @example
 * planPaste({ text: 'tea' }, { field: { text: 'green ', start: 6, end: 6 } })
 * // { kind: 'field', field: { text: 'green tea', start: 9, end: 9 } }
 */
export function planPaste(contents: ClipboardContents, { field, cut, isPlain = false }: PasteSetting): Paste {
  const { html, opml } = contents
  const text = contents.text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed()
  if (cut && !isPlain && text === cut.markdown) return { kind: 'move', cut }
  if (field && (isPlain || isInCode(field.text, field.start))) return intoField(field, text)
  const linked = field && linkOver(field, text)
  if (linked) return { kind: 'field', field: linked }
  const blocks = opml ? readOpml(opml) : html && !hasBullets(text) ? readHtml(html) : []
  const found = blocks.length > 0 ? blocks : readText(text)
  const [only] = found
  if (field && found.length === 1 && only!.children.length === 0 && !only!.content.includes('\n'))
    return intoField(field, blocks.length > 0 || hasBullets(text) ? only!.content : text)
  return { kind: 'blocks', blocks: withinLimits(found) }
}

/** Text in a field; what is longer than a block becomes several. */
function intoField({ text, start, end }: TextSelection, pasted: string): Paste {
  const next = text.slice(0, start) + pasted + text.slice(end)
  if (next.length > SYNC_LIMITS.text)
    return { kind: 'blocks', blocks: withinLimits([{ content: pasted, children: [] }]).flatMap(flat) }
  const at = start + pasted.length
  return { kind: 'field', field: { text: next, start: at, end: at } }
}

const flat = ({ content, children }: PastedBlock): PastedBlock[] => [
  { content, children: [] },
  ...children.flatMap(flat),
]

/** Adds pasted blocks after the block with the caret or the selected ones. An empty block becomes the first of them. */
export function pasteBlocks(
  state: OutlineState,
  blocks: readonly PastedBlock[],
  { newId }: Surroundings,
): Outcome {
  const { count } = measure(blocks)
  if (count === 0) return NOTHING
  if (count > MOST_PASTED) return refuse({ why: 'too_many', most: MOST_PASTED })
  const identified = (block: PastedBlock): CutBlock => ({
    id: newId(),
    content: block.content,
    children: block.children.map(identified),
  })
  return place(state, blocks.map(identified))
}

/** Puts the blocks of a cut at the caret, with their ids, so that references still find them. */
export function pasteCut(state: OutlineState, cut: Cut): Outcome {
  return place(state, cut.blocks, true)
}

function place(state: OutlineState, blocks: readonly CutBlock[], keepsIds = false): Outcome {
  const { outline, focus } = state
  const { where, empty } = placeOfPaste(state)
  if (isTooDeep(outline, where, blocks)) return refuse({ why: 'too_deep', most: SYNC_LIMITS.depth })
  const [first, ...rest] = blocks
  const edit: Operation[] = []
  let last: string
  if (empty !== undefined && !keepsIds && first) {
    const block = blockIn(outline, empty)
    edit.push(...setContent(block, contentOf(block.content, fieldOf(first.content).text)))
    edit.push(
      ...added(outline, first.children, { ...where, parentId: empty, behind: block.children.at(-1) ?? null }),
    )
    edit.push(...added(outline, rest, { ...where, behind: empty }))
    last = rest.at(-1)?.id ?? empty
  } else {
    edit.push(...added(outline, blocks, where))
    const isFree = empty !== undefined && blockIn(outline, empty).children.length === 0
    if (isFree && !blocks.some(({ id }) => id === empty)) edit.push({ do: 'deleteBlock', id: empty })
    last = blocks.at(-1)!.id
  }
  const opened = where.parentId === null ? [] : [where.parentId]
  return edited(
    state,
    edit,
    (next) =>
      focus?.kind === 'caret' ? caretIn(next, last, 'end') : { kind: 'blocks', anchor: last, head: last },
    opened,
  )
}

/** The place of a paste, and the empty block that it fills. */
function placeOfPaste(state: OutlineState): { readonly where: Where; readonly empty: string | undefined } {
  const { outline, root, focus } = state
  const { pageId } = outline
  if (focus === null)
    return {
      where: { pageId, parentId: root, behind: childrenOf(outline, root).at(-1) ?? null },
      empty: undefined,
    }
  const id = focus.kind === 'caret' ? focus.id : pickedRoots(state).at(-1)!
  const isEmpty = focus.kind === 'caret' && id !== root && withoutNumber(focus.text).trim() === ''
  const isChild = id === root || (focus.kind === 'caret' && !isEmpty && showsChildren(outline, root, id))
  if (isChild) return { where: { pageId, parentId: id, behind: null }, empty: undefined }
  const { parentId } = blockIn(outline, id)
  return { where: { pageId, parentId, behind: id }, empty: isEmpty ? id : undefined }
}

const isTooDeep = (outline: Outline, { parentId }: Where, blocks: readonly PastedBlock[]): boolean =>
  (parentId === null ? 0 : levelOf(outline, parentId)) + measure(blocks).levels > SYNC_LIMITS.depth

/** The operations that add blocks; one that is still in the outline moves there. */
function added(outline: Outline, blocks: readonly CutBlock[], where: Where): Edit {
  let { behind } = where
  return blocks.flatMap(({ id, content, children }) => {
    const here = { ...where, behind }
    const isInside =
      outline.blocks.has(id) && where.parentId !== null && isAtOrUnder(outline, where.parentId, id)
    // A cut that was undone cannot move under itself.
    if (isInside || behind === id) return []
    behind = id
    if (outline.blocks.has(id)) return [{ do: 'moveBlock', id, where: here } satisfies Operation]
    const add: Operation = { do: 'addBlock', id, where: here, text: content }
    return [add, ...added(outline, children, { ...where, parentId: id, behind: null })]
  })
}
