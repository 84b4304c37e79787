/** A document as HTML, by the Markdown library and the colors of code that notes have. */
import { codeHtml } from '../../packages/render/src/code.ts'
import { colors } from '../../packages/render/src/colors.ts'
import { escapeHtml } from '../../packages/render/src/escape.ts'
import { createMarkdown, type MarkdownIt, type Token } from '../../packages/render/src/library.ts'
import { anchorMaker } from '../docs.ts'
import { addressOf } from './addresses.ts'
import type { Documents } from './documents.ts'

export interface RenderedDocument {
  readonly title: string
  readonly html: string
  /** The words of each paragraph, item, row and block of code, for the search. */
  readonly texts: readonly string[]
  /** The files of the repository that the page shows or links to. */
  readonly files: readonly string[]
}

const markdown = withDocumentRules(createMarkdown())

/** @throws if a link leads nowhere */
export function renderDocument(source: string, documents: Documents): RenderedDocument {
  const tokens = parse(documents.get(source)!)
  const files: string[] = []
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const name = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : undefined
    if (name === undefined) continue
    const { href, file } = addressOf(source, String(token.attrGet(name)), documents)
    token.attrSet(name, href)
    if (file !== undefined) files.push(file)
  }
  return {
    title: titleOf(tokens) ?? source,
    html: markdown.renderer.render(tokens, markdown.options, {}),
    texts: textsOf(tokens),
    files,
  }
}

/** A link of a document. */
export interface Entry {
  readonly words: string
  readonly link: string
}

/** The links below each heading of level 2, as the navigation shows them. */
export function linksByHeading(text: string): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>()
  let entries: Entry[] = []
  const tokens = parse(text)
  for (const [i, { type, tag, children }] of tokens.entries()) {
    if (type === 'heading_open' && tag === 'h2') groups.set(wordsOf(tokens[i + 1]!), (entries = []))
    if (children) entries.push(...linksOf(children))
  }
  return groups
}

function linksOf(children: readonly Token[]): Entry[] {
  return children.flatMap((opening, at) => {
    if (opening.type !== 'link_open') return []
    const rest = children.slice(at + 1)
    const words = rest.slice(
      0,
      rest.findIndex(({ type }) => type === 'link_close'),
    )
    return [{ words: words.map(({ content }) => content).join(''), link: String(opening.attrGet('href')) }]
  })
}

/** Comments are for those who edit the document. */
const parse = (text: string): Token[] => markdown.parse(text.replaceAll(/^<!--[^]*?-->$/gm, ''), {})

function withDocumentRules(library: MarkdownIt): MarkdownIt {
  library.core.ruler.push('anchors', ({ tokens }) => {
    const anchorOf = anchorMaker()
    for (const [i, token] of tokens.entries())
      if (token.type === 'heading_open') token.attrSet('id', anchorOf(tokens[i + 1]!.content))
  })
  const { rules } = library.renderer
  rules['fence'] = (tokens, i) =>
    codeHtml(tokens[i]!.content, tokens[i]!.info, {
      room: { maths: 0, code: Infinity },
      looks: { code: colors },
    })
  rules['heading_close'] = (tokens, i) => {
    const id = String(tokens[i - 2]!.attrGet('id'))
    const words = escapeHtml(`Link to ${wordsOf(tokens[i - 1]!)}`)
    return ` <a class="anchor" href="#${encodeURIComponent(id)}" aria-label="${words}">#</a></${tokens[i]!.tag}>\n`
  }
  // A reader can scroll a wide table with the keyboard.
  rules['table_open'] = () => '<div class="table" tabindex="0"><table>\n'
  rules['table_close'] = () => '</table></div>\n'
  return library
}

const wordsOf = ({ children, content }: Token): string =>
  children === null
    ? content
    : children.map(({ type, content: words }) => (type === 'softbreak' ? ' ' : words)).join('')

const titleOf = (tokens: readonly Token[]): string | undefined => {
  const at = tokens.findIndex(({ type, tag }) => type === 'heading_open' && tag === 'h1')
  return at < 0 ? undefined : wordsOf(tokens[at + 1]!)
}

/** The cells of a row are one text. */
function textsOf(tokens: readonly Token[]): string[] {
  const texts: string[] = []
  let row: string[] | undefined
  for (const token of tokens) {
    if (token.type === 'tr_open') row = []
    if (token.type === 'inline' || token.type === 'fence') (row ?? texts).push(wordsOf(token))
    if (token.type !== 'tr_close' || !row) continue
    texts.push(row.join(' '))
    row = undefined
  }
  return texts
}
