/**
 * HTML and OPML as plain trees. The browser parses them (`DOMParser`), and a thin adapter copies the tree; nothing of it
 * enters a page.
 *
 * @see outliner 3.3
 */

/** A text, or an element. */
export type MarkupNode = string | MarkupElement

/** An element with its name and its attributes in lower case. */
export interface MarkupElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly MarkupNode[]
}

/** The deepest element that is read as such; those below give only their text. */
export const DEEPEST_ELEMENT = 200

/** The value of an attribute, or an empty text. */
export const attributeOf = ({ attributes }: MarkupElement, name: string): string =>
  Object.hasOwn(attributes, name) ? attributes[name]! : ''

/** The whole text of a node, without recursion. */
export function textOf(node: MarkupNode): string {
  const parts: string[] = []
  const waiting: MarkupNode[] = [node]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (typeof at === 'string') parts.push(at)
    else for (let i = at.children.length - 1; i >= 0; i--) waiting.push(at.children[i]!)
  }
  return parts.join('')
}

/**
 * HTML in which no style applies, for a parser. Browsers report each style that a page forbids, also in a document apart. The
 * attribute becomes `data-style`, which a reader of the tree can use.
 *
 * @example
 * unstyled('<b style="font-weight:normal">tea</b>') // '<b data-style="font-weight:normal">tea</b>'
 */
export const unstyled = (html: string): string =>
  html
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/(["'\s/])style(?=\s*=)/gi, '$1data-style'))
    .replaceAll(/(<\/?)style(?=[\s/>])/gi, '$1textarea')

/** The first element that fits, in the order of the document. */
export function findElement(
  node: MarkupNode,
  fits: (element: MarkupElement) => boolean,
): MarkupElement | undefined {
  const waiting: MarkupNode[] = [node]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (typeof at === 'string') continue
    if (fits(at)) return at
    for (let i = at.children.length - 1; i >= 0; i--) waiting.push(at.children[i]!)
  }
  return undefined
}
