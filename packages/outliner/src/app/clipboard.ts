/** The clipboard of the browser as the outline reads it. HTML is parsed apart from the page, and never inserted. @see outliner 3.3 */
import {
  DEEPEST_ELEMENT,
  looksLikeOpml,
  planPaste,
  type ClipboardContents,
  type MarkupElement,
  type MarkupNode,
} from '@notegraph/outliner'
import { keepCut, keptCut } from './kept-cut.ts'
import type { Copied, PasteInto } from './paste-later.ts'
import { parsedApart } from './trusted.ts'

/** Pastes: into the field, as blocks, or as the move of a cut. */
export async function paste(
  copied: Copied,
  { app: { notes, pages }, model, setting = () => ({}), write }: PasteInto,
): Promise<void> {
  const { engine } = notes
  const cut = await keptCut(engine)
  // The blocks of a cut are gone from their page before they come back.
  if (cut) await pages.stored()
  const planned = planPaste(contentsOf(copied), { ...setting(), cut })
  if (planned.kind === 'field') write?.(planned.field)
  else if (planned.kind === 'blocks') model.run({ do: 'paste', blocks: planned.blocks })
  else if (model.run({ do: 'pasteCut', cut: planned.cut })) await keepCut(engine, undefined)
}

function contentsOf({ text, html }: Copied): ClipboardContents {
  if (looksLikeOpml(text)) return { text, opml: parsed(text, 'text/xml') }
  return html === '' ? { text } : { text, html: parsed(html, 'text/html') }
}

function parsed(source: string, type: DOMParserSupportedType): MarkupNode {
  return nodeOf(parsedApart(source, type).documentElement, 0)
}

function nodeOf(node: Node, depth: number): MarkupNode {
  if (!(node instanceof Element) || depth > DEEPEST_ELEMENT) return node.textContent ?? ''
  const attributes: Record<string, string> = {}
  for (const { name, value } of node.attributes) attributes[name] = value
  const children = Array.from(node.childNodes, (child) => nodeOf(child, depth + 1))
  return { tag: node.localName, attributes, children } satisfies MarkupElement
}
