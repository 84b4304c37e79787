/** The clipboard of the browser as the outline reads it. HTML is parsed apart from the page, and never inserted. @see outliner 3.3 */
import {
  DEEPEST_ELEMENT,
  looksLikeOpml,
  planPaste,
  unstyled,
  type ClipboardContents,
  type MarkupElement,
  type MarkupNode,
} from '@notegraph/outliner'
import { placeBehind } from './active-field.ts'
import { addFileBlocks } from './add-blocks.ts'
import { keepCut, keptCut } from './kept-cut.ts'
import type { Copied, PasteInto } from './paste-later.ts'
import { parsedApart } from './trusted.ts'

/** Pastes: into the field, as blocks, as the move of a cut, or as files. */
export async function paste(
  copied: Copied,
  { app, model, field, isPlain = false }: PasteInto,
): Promise<void> {
  const { notes, pages } = app
  const { engine } = notes
  const { text, files } = copied
  if (files.length > 0 && text === '')
    return field ? app.addFiles(field, files) : addFileBlocks(app, placeBehind(model.state), files)
  const cut = await keptCut(engine)
  // The blocks of a cut are gone from their page before they come back.
  if (cut) await pages.stored()
  const planned = planPaste(contentsOf(copied), { ...(field && { field: field.selection() }), isPlain, cut })
  if (planned.kind === 'field') field?.write(planned.field)
  else if (planned.kind === 'blocks') model.run({ do: 'paste', blocks: planned.blocks })
  else if (model.run({ do: 'pasteCut', cut: planned.cut })) await keepCut(engine, undefined)
}

function contentsOf({ text, html }: Copied): ClipboardContents {
  if (looksLikeOpml(text)) return { text, opml: parsed(text, 'text/xml') }
  return html === '' ? { text } : { text, html: parsed(unstyled(html), 'text/html') }
}

function parsed(source: string, type: DOMParserSupportedType): MarkupNode {
  return nodeOf(parsedApart(source, type).documentElement, 0)
}

/** Comments have no words, such as those around what was copied. */
const HAS_WORDS: ReadonlySet<number> = new Set([Node.ELEMENT_NODE, Node.TEXT_NODE, Node.CDATA_SECTION_NODE])

function nodeOf(node: Node, depth: number): MarkupNode {
  if (!(node instanceof Element) || depth > DEEPEST_ELEMENT) return node.textContent ?? ''
  const attributes: Record<string, string> = {}
  for (const { name, value } of node.attributes) attributes[name === 'data-style' ? 'style' : name] = value
  const children = [...node.childNodes]
    .filter(({ nodeType }) => HAS_WORDS.has(nodeType))
    .map((child) => nodeOf(child, depth + 1))
  return { tag: node.localName, attributes, children } satisfies MarkupElement
}
