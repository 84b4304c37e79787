/** The words of a note's block, converted to the syntax of blocks: checkboxes, and the syntax of Obsidian's plugins. */
import { isOpen, MARKERS, type Marker } from '@notegraph/block-text'
import type { BlockWords } from './block-draft.ts'
import type { Note } from './findings.ts'
import { readFields } from './inline-fields.ts'
import { readTask } from './task-plugin.ts'
import { vaultTags } from './vault-tags.ts'

/** A checkbox at the head of a list item, in a quote too, with the marker behind it if there is one. Others stay as words. */
const BOX = new RegExp(
  String.raw`^((?:> )?)\[([ xX/-])\](?:[ \t]+(${MARKERS.join('|')})(?=\s|$)|(?=[ \t]|$))`,
  'u',
)
const STATES: { readonly [sign: string]: Marker } = {
  ' ': 'TODO',
  '/': 'DOING',
  x: 'DONE',
  X: 'DONE',
  '-': 'CANCELED',
}

/**
 * The marker of a task. `[ ]` and `[x]` say only whether a task is finished, so a marker that agrees says more. In any
 * other case the box counts, because editors change boxes with a click and leave the words.
 */
function markerOf(sign: string, written: Marker | undefined): Marker {
  const state = STATES[sign]!
  if (written === undefined || sign === '/' || sign === '-') return state
  return isOpen(written) === isOpen(state) ? written : state
}

type Words = Pick<BlockWords, 'content' | 'lineAt'>

/** A marker that begins a paragraph or a heading is a word; a no-break space after it keeps it from being a task. */
const WORD = new RegExp(String.raw`^((?:> )?(?:#{1,6} )?(?:${MARKERS.join('|')})) `, 'u')

/** Checkboxes without a marker. */
const OTHER_BOX = /^(?:> )?\[[^\]\n]\][ \t]/u

/** Converts the words of one block. */
export function readNotesBlock(block: Words, isItem: boolean, note: Note = () => {}): Words {
  const { lineAt } = block
  const content = isItem ? block.content : block.content.replace(WORD, '$1\u00A0')
  const box = isItem ? BOX.exec(content) : null
  const isTask = box !== null
  if (box && (box[2] === '/' || box[2] === '-')) note('task_state', lineAt[0]! + 1)
  else if (isItem && !box && OTHER_BOX.test(content)) note('task_box', lineAt[0]! + 1)
  if (!isTask && !content.includes('::')) return { content: vaultTags(content), lineAt }
  const lines = content.split('\n').map((text, i) => ({ text, at: lineAt[i]! }))
  if (isTask) {
    const at = lines[0]!.at
    const { line, dates } = readTask(
      lines[0]!.text.replace(
        BOX,
        (_, quote: string, sign: string, written?: Marker) => quote + markerOf(sign, written),
      ),
      (kind) => note(kind, at + 1),
    )
    lines.splice(0, 1, { text: line, at }, ...dates.map((text) => ({ text, at })))
  }
  const read = readFields(lines, (at) => note('inline_field', at + 1))
  return { content: vaultTags(read.map(({ text }) => text).join('\n')), lineAt: read.map(({ at }) => at) }
}
