/** The words of a note's block, converted to the syntax of blocks: checkboxes, and the syntax of Obsidian's plugins. */
import { MARKERS, readCheckbox } from '@notegraph/block-text'
import type { BlockWords } from './block-draft.ts'
import type { Note } from './findings.ts'
import { readFields } from './inline-fields.ts'
import { readTask } from './task-plugin.ts'
import { vaultTags } from './vault-tags.ts'

type Words = Pick<BlockWords, 'content' | 'lineAt'>

/** A marker that begins a paragraph or a heading is a word; a no-break space after it keeps it from being a task. */
const WORD = new RegExp(String.raw`^((?:> )?(?:#{1,6} )?(?:${MARKERS.join('|')}))(?: |(?=\s|$))`, 'u')

const QUOTE = '> '

/** Checkboxes without a marker. */
const OTHER_BOX = /^(?:> )?\[[^\]\n]\][ \t]/u

/** Converts the words of one block. */
export function readNotesBlock(
  block: Words,
  isItem: boolean,
  note: Note = () => {},
  dottedTags = false,
): Words {
  const { lineAt } = block
  const content = isItem ? block.content : block.content.replace(WORD, '$1\u00A0')
  const quote = content.startsWith(QUOTE) ? QUOTE : ''
  const box = isItem ? readCheckbox(content.slice(quote.length)) : undefined
  if (box?.sign === '/' || box?.sign === '-') note('task_state', lineAt[0]! + 1)
  else if (isItem && !box && OTHER_BOX.test(content)) note('task_box', lineAt[0]! + 1)
  if (!box && !content.includes('::')) return { content: vaultTags(content, dottedTags), lineAt }
  const lines = content.split('\n').map((text, i) => ({ text, at: lineAt[i]! }))
  if (box) {
    const at = lines[0]!.at
    const { line, dates } = readTask(quote + readCheckbox(lines[0]!.text.slice(quote.length))!.text, (kind) =>
      note(kind, at + 1),
    )
    lines.splice(0, 1, { text: line, at }, ...dates.map((text) => ({ text, at })))
  }
  const read = readFields(lines, (at) => note('inline_field', at + 1))
  return {
    content: vaultTags(read.map(({ text }) => text).join('\n'), dottedTags),
    lineAt: read.map(({ at }) => at),
  }
}
