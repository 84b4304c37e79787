/**
 * The body of a page as a flat outline: Markdown without a page's head, as an import of notes reads it. Bullets nest by
 * indent, headings contain what follows them, code stays in its block, and checkboxes become markers. All other words
 * stay as written: the syntax of Obsidian is converted in an import alone.
 */
import { normalizeLines, readCheckbox } from '@notegraph/block-text'
import { blockWords } from './block-draft.ts'
import { TooMuch, type OutlineLimits } from './limits.ts'
import { walk } from './outline-draft.ts'
import { readOutline } from './outline-text.ts'

/** One block of a body. */
export interface BodyBlock {
  readonly content: string
  /** The level below the top, from 0. A block is the child of the last block before it on the level above. */
  readonly depth: number
  /** Whether the block is an item of a list. */
  readonly isItem: boolean
  /** The number of its first line, from 1. */
  readonly line: number
}

/** The blocks of a body in outline order, or the line at which it exceeds a limit. */
export type ReadBody =
  { readonly ok: true; readonly blocks: readonly BodyBlock[] } | { readonly ok: false; readonly line: number }

/**
 * Reads the body of a page.
 *
 * @param text Markdown with lines that end in any way
 * @example
 * readBody('# Plan\n- [ ] tea').ok // true, with the blocks '# Plan' and 'TODO tea'
 */
export function readBody(text: string, limits: OutlineLimits = {}): ReadBody {
  try {
    const top = readOutline(normalizeLines(text).split('\n'), 0, 'notes', limits)
    const blocks: BodyBlock[] = []
    walk(top, (block, depth) => {
      const isItem = block.kind === 'item'
      const { content } = blockWords(block)
      blocks.push({ content: isItem ? withMarker(content) : content, depth, isItem, line: block.at + 1 })
    })
    return { ok: true, blocks }
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    return { ok: false, line: error.line }
  }
}

/** An item with a marker in place of its box, behind the mark of a quote too. */
function withMarker(content: string): string {
  const quote = content.startsWith('> ') ? '> ' : ''
  const box = readCheckbox(content.slice(quote.length))
  return box ? quote + box.text : content
}
