/** The Markdown library, as this package uses it. */
import Library, { type MarkdownIt } from 'markdown-it'

export type { Delimiter, MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it'

/** Levels of nesting in one block. Deeper marks are text, so that no input overflows the stack. */
const DEEPEST = 50

/** The library without the rules that an outline does not have. */
export function createMarkdown(): MarkdownIt {
  const markdown = new Library({ html: false, linkify: false, typographer: false, maxNesting: DEEPEST })
  markdown.disable(['code', 'html_block', 'html_inline', 'linkify', 'replacements', 'smartquotes'])
  // Addresses are checked and escaped where links are written, after slots are put back.
  markdown.validateLink = () => true
  markdown.normalizeLink = (address) => address
  return markdown
}

let plain: MarkdownIt | undefined

/** An address as a browser sends it: percent-encoded, and the host in Punycode. */
export const encodeAddress = (address: string): string => (plain ??= new Library()).normalizeLink(address)
