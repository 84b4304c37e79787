/** The clipboard of the browser as the outline reads it. HTML is parsed apart from the page, and never inserted. @see outliner 3.3 */
import {
  DEEPEST_ELEMENT,
  looksLikeOpml,
  type ClipboardContents,
  type MarkupElement,
  type MarkupNode,
} from '@notegraph/outliner'

export function contentsOf(data: DataTransfer): ClipboardContents {
  const text = data.getData('text/plain')
  const html = data.getData('text/html')
  if (looksLikeOpml(text)) return { text, opml: parsed(text, 'text/xml') }
  return html === '' ? { text } : { text, html: parsed(html, 'text/html') }
}

function parsed(source: string, type: DOMParserSupportedType): MarkupNode {
  const document = new DOMParser().parseFromString(source, type)
  return nodeOf(document.documentElement, 0)
}

function nodeOf(node: Node, depth: number): MarkupNode {
  if (!(node instanceof Element) || depth > DEEPEST_ELEMENT) return node.textContent ?? ''
  const attributes: Record<string, string> = {}
  for (const { name, value } of node.attributes) attributes[name] = value
  const children = Array.from(node.childNodes, (child) => nodeOf(child, depth + 1))
  return { tag: node.localName, attributes, children } satisfies MarkupElement
}
