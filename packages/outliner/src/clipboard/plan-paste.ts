/** The kind of a paste: another text of the field, blocks, or the blocks of a cut. @see outliner 3.3 */
import { SYNC_LIMITS } from '@notegraph/sync'
import { linkOver, type TextSelection } from '../keys/text-commands.ts'
import { isInCode } from '../outline/words.ts'
import type { Cut } from './copy.ts'
import type { MarkupNode } from './markup.ts'
import { withinLimits, type PastedBlock } from './pasted.ts'
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
  if (field && found.length === 1 && only!.children.length === 0 && !only!.content.includes('\n')) {
    const isMarked = only!.content !== text.trim() && (blocks.length > 0 || hasBullets(text))
    // Editors copy a line with its end.
    return intoField(field, isMarked ? only!.content : text.replaceAll(/^\n+|\n+$/g, ''))
  }
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
