/** `- [ ]` and `- [x]` in lists, as in GFM, and `[ ]` at the beginning of a block, which is an item of its outline. */
import type { MarkdownIt, StateCore } from './library.ts'

const BOX = /^\[([ xX])\](?=\s)/

export function addCheckboxes(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'checkbox', findBoxes)
  markdown.renderer.rules['checkbox'] = (tokens, i) =>
    tokens[i]!.info === ' '
      ? '<input type="checkbox" disabled aria-label="Not done">'
      : '<input type="checkbox" disabled checked aria-label="Done">'
}

function findBoxes({ tokens, Token }: StateCore): void {
  for (const [i, { type, children }] of tokens.entries()) {
    const item = i === 1 ? tokens[0] : tokens[i - 2]
    const first = children?.[0]
    if (
      type !== 'inline' ||
      (item?.type !== 'list_item_open' && item?.type !== 'paragraph_open') ||
      first?.type !== 'text'
    )
      continue
    const mark = BOX.exec(first.content)?.[1]
    if (mark === undefined) continue
    const box = new Token('checkbox', 'input', 0)
    box.info = mark
    first.content = first.content.slice(3)
    children!.unshift(box)
    if (i > 1) item.attrs = [['class', 'check']]
  }
}
