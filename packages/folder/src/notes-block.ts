/** A block's words as notes write them, in the form that blocks know: boxes, and what plugins of Obsidian write. */
import type { Marker } from '@notegraph/block-text'
import type { BlockWords } from './block-draft.ts'
import { readFields } from './inline-fields.ts'
import { readTask } from './task-plugin.ts'

/** Boxes at the head of a list item, in a quote too, and the states that they mean; others stay as words. */
const BOX = /^((?:> )?)\[([ xX/-])\](?=[ \t]|$)/u
const STATES: { readonly [sign: string]: Marker } = {
  ' ': 'TODO',
  '/': 'DOING',
  x: 'DONE',
  X: 'DONE',
  '-': 'CANCELED',
}

type Words = Pick<BlockWords, 'content' | 'lineAt'>

export function readNotesBlock({ content, lineAt }: Words, isItem: boolean): Words {
  const isTask = isItem && BOX.test(content)
  if (!isTask && !content.includes('::')) return { content, lineAt }
  const lines = content.split('\n').map((text, i) => ({ text, at: lineAt[i]! }))
  if (isTask) {
    const at = lines[0]!.at
    const { line, dates } = readTask(
      lines[0]!.text.replace(BOX, (_, quote: string, sign: string) => quote + STATES[sign]!),
    )
    lines.splice(0, 1, { text: line, at }, ...dates.map((text) => ({ text, at })))
  }
  const read = readFields(lines)
  return { content: read.map(({ text }) => text).join('\n'), lineAt: read.map(({ at }) => at) }
}
