/** The link at the caret, which a key follows. @see outliner 3.1 */
import { FILE_PATH, parseMarks, type Mark } from '@notegraph/block-text'

/** A page by a name, a block by its id, or an address on the web or of a file of the account. */
export type LinkTarget = { readonly page: string } | { readonly block: string } | { readonly address: string }

/**
 * Finds a link in the text of a field: the one around the caret, else the next one, else the last one.
 *
 * @example
 * linkAt('see [[Harbour]]', 15) // { page: 'Harbour' }
 */
export function linkAt(text: string, caret: number): LinkTarget | undefined {
  let last: LinkTarget | undefined
  for (const mark of parseMarks(text).marks) {
    const target = targetOf(text, mark)
    if (target && mark.end >= caret) return target
    last = target ?? last
  }
  return last
}

function targetOf(text: string, mark: Mark): LinkTarget | undefined {
  const { kind, start, end, text: words = [start, end], id } = mark
  switch (kind) {
    case 'link':
    case 'tag':
      return { page: text.slice(...words).trim() }
    case 'block':
      return id === undefined ? undefined : { block: id }
    case 'url':
      return addressed(text.slice(start, end))
    case 'web': {
      const [, written = ''] = /\]\(\s*<?([^\s<>)]*)/.exec(text.slice(words[1], end)) ?? []
      return addressed(written)
    }
    case 'code':
    case 'fence':
    case 'maths':
    case 'comment':
    case 'macro':
    case 'escape':
      return undefined
  }
}

const addressed = (address: string): LinkTarget | undefined =>
  /^(?:https?:\/\/|mailto:)/i.test(address) || address.startsWith(FILE_PATH) ? { address } : undefined
