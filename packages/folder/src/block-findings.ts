/**
 * Findings in one block: text that stays as words, or whose form changes. Most blocks contain none, which costs one
 * search each.
 */
import { readDateLine } from '@notegraph/block-text'
import type { BlockWords } from './block-draft.ts'
import type { Note } from './findings.ts'
import { isFence } from './quotes-and-callouts.ts'
import type { TextBlock } from './outline-text.ts'

/** A placeholder of a template, such as `{{date}}`. */
export const TEMPLATE: RegExp = /\{\{(?:date|time|title)\b|<%/iu
const DATE_LINE = /^\s*(?:SCHEDULED|DEADLINE):/u

/**
 * Notes the findings of one block.
 *
 * @param written the lines of the file, in a folder of notes
 */
export function blockFindings(
  block: TextBlock,
  { content, lineAt }: Pick<BlockWords, 'content' | 'lineAt'>,
  note: Note,
  written: readonly string[] | undefined,
): void {
  const line = block.at + 1
  if ((content.includes('{{') || content.includes('<%')) && TEMPLATE.test(content)) note('template', line)
  if (written && (content.includes('<!--') || content.includes('%%'))) note('comment', line)
  if (written && block.kind === 'heading' && !written[block.at]!.trimStart().startsWith('#'))
    note('heading_underlined', line)
  if (written && block.kind === 'paragraph' && content.startsWith('```') && !isFence(written[block.at]!))
    note('code_indented', line)
  if (!content.includes('SCHEDULED:') && !content.includes('DEADLINE:')) return
  for (const [index, text] of content.split('\n').entries()) {
    const at = lineAt[index] ?? block.at
    if (!DATE_LINE.test(text) || block.inRegion[at - block.at]) continue
    if (!readDateLine(text, false)) note('date_unreadable', at + 1)
  }
}
