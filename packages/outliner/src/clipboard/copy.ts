/**
 * Copying and cutting blocks: a Markdown outline, HTML, and for a cut the blocks themselves, so that its first paste moves
 * them.
 *
 * @see outliner 3.3
 */
import { blockLines } from '@notegraph/block-text'
import { fieldOf } from '../outline/field.ts'
import { blockIn, type Outline } from '../outline/outline.ts'
import { pickedRoots, type OutlineState } from '../outline/state.ts'

/** The forms of copied blocks. */
export interface Copied {
  readonly markdown: string
  readonly html: string
}

/** A block of a cut, whole. */
export interface CutBlock {
  readonly id: string
  readonly content: string
  readonly children: readonly CutBlock[]
}

/** A cut of this device. Keep it until something else is copied, or it is pasted. */
export interface Cut extends Copied {
  readonly blocks: readonly CutBlock[]
}

/**
 * Copies the picked blocks with everything under them.
 *
 * @param render the HTML of a content; by default its words, escaped
 * @example
 * const outline = outlineOf('p', [{ id: 'a', depth: 0, content: 'tea' }])
 * copyBlocks({ ...outlineState(outline), focus: { kind: 'blocks', anchor: 'a', head: 'a' } }).markdown // '- tea'
 */
export function copyBlocks(state: OutlineState, render: (content: string) => string = escapedWords): Copied {
  const { outline } = state
  const roots = pickedRoots(state)
  return {
    markdown: roots.flatMap((id) => linesOf(outline, id, 0)).join('\n'),
    html: listOf(outline, roots, render),
  }
}

/**
 * All blocks as a Markdown outline, for a file.
 *
 * @example
 * outlineMarkdown(outlineOf('p', [{ id: 'a', depth: 0, content: 'tea' }])) // '- tea'
 */
export const outlineMarkdown = (outline: Outline): string =>
  outline.top.flatMap((id) => linesOf(outline, id, 0)).join('\n')

function linesOf(outline: Outline, id: string, depth: number): string[] {
  const { content, children } = blockIn(outline, id)
  const own = blockLines(fieldOf(content).text, depth)
  return [...own, ...children.flatMap((child) => linesOf(outline, child, depth + 1))]
}

function listOf(outline: Outline, ids: readonly string[], render: (content: string) => string): string {
  if (ids.length === 0) return ''
  const items = ids.map((id) => {
    const { content, children } = blockIn(outline, id)
    return `<li>${render(fieldOf(content).text)}${listOf(outline, children, render)}</li>`
  })
  return `<ul>${items.join('')}</ul>`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapedWords = (content: string): string =>
  content.replaceAll(/[&<>"]/g, (one) => ESCAPES[one]!).replaceAll('\n', '<br>')

/**
 * Copies the picked blocks whole, for a cut. The command `delete` then takes them away.
 *
 * @example
 * const outline = outlineOf('p', [{ id: 'a', depth: 0, content: 'tea' }])
 * cutOf({ ...outlineState(outline), focus: { kind: 'blocks', anchor: 'a', head: 'a' } }).blocks[0].id // 'a'
 */
export const cutOf = (state: OutlineState, render?: (content: string) => string): Cut => ({
  ...copyBlocks(state, render),
  blocks: pickedRoots(state).map((id) => branch(state.outline, id)),
})

const branch = (outline: Outline, id: string): CutBlock => {
  const { content, children } = blockIn(outline, id)
  return { id, content, children: children.map((child) => branch(outline, child)) }
}

/** A text that a person can copy for one block. */
export type ReferenceKind = 'reference' | 'embed'

/**
 * The text that refers to a block or embeds it.
 *
 * @example
 * referenceTo('6a7b', 'embed') // '{{embed ((6a7b))}}'
 */
export const referenceTo = (id: string, kind: ReferenceKind): string =>
  kind === 'embed' ? `{{embed ((${id}))}}` : `((${id}))`
