/**
 * Blocks of a pasted OPML outline.
 *
 * @see outliner 3.3
 */
import { opmlContent } from '@notegraph/folder'
import { DEEPEST_ELEMENT, findElement, textOf, type MarkupElement, type MarkupNode } from './markup.ts'
import type { PastedBlock } from './pasted.ts'

/**
 * Reads the tree of an OPML document as blocks, as an import of such a file does.
 *
 * @example
 * const outline = { tag: 'outline', attributes: { text: 'tea' }, children: [] }
 * readOpml({ tag: 'body', attributes: {}, children: [outline] }) // [{ content: 'tea', children: [] }]
 */
export function readOpml(root: MarkupNode): PastedBlock[] {
  const body = findElement(root, ({ tag }) => tag === 'body')
  return body ? outlinesIn(body, 0) : []
}

function outlinesIn(element: MarkupElement, level: number): PastedBlock[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string' || child.tag !== 'outline') return []
    const attributes = new Map(
      Object.entries(child.attributes).map(([name, value]) => [name.toLowerCase(), { name, value }] as const),
    )
    const content = opmlContent(attributes)
    const children = level < DEEPEST_ELEMENT ? outlinesIn(child, level + 1) : deepWords(child)
    return [{ content, children }]
  })
}

/** The words below the deepest level, one block for each. */
function deepWords(element: MarkupElement): PastedBlock[] {
  const found: PastedBlock[] = []
  const waiting = [...element.children]
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    const content = typeof at === 'string' ? textOf(at).trim() : (at.attributes['text'] ?? '')
    if (content !== '') found.push({ content, children: [] })
    if (typeof at !== 'string') waiting.unshift(...at.children)
  }
  return found
}
