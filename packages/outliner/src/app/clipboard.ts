/** The clipboard of the browser as the outline reads it. HTML is parsed apart from the page, and never inserted. @see outliner 3.3 */
import {
  DEEPEST_ELEMENT,
  looksLikeOpml,
  planPaste,
  type ClipboardContents,
  type MarkupElement,
  type MarkupNode,
  type Paste,
  type PasteSetting,
} from '@notegraph/outliner'
import type { Copied } from './paste-later.ts'

/** Decides a paste. */
export const planOf = (copied: Copied, setting: PasteSetting): Paste => planPaste(contentsOf(copied), setting)

function contentsOf({ text, html }: Copied): ClipboardContents {
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
