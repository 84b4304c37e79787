/**
 * Callouts: a quote whose first line is `[!kind] title`, as in notes and on code sites. `[!kind]-` is closed at first, and
 * `[!kind]+` is open and can be closed.
 */
import { escapeHtml } from './escape.ts'
import type { MarkdownIt, StateCore, Token } from './library.ts'

const HEAD = /^\[!([a-z][\w-]{0,31})\]([+-]?)[ \t]*([^\n]*)(?:\n|$)/i

/** The kinds that look the same; any other kind looks like a note and shows its own name. */
const LOOKS: Readonly<Record<string, string>> = {
  tip: 'tip',
  hint: 'tip',
  success: 'tip',
  check: 'tip',
  done: 'tip',
  important: 'important',
  abstract: 'important',
  summary: 'important',
  tldr: 'important',
  pinned: 'important',
  warning: 'warning',
  attention: 'warning',
  question: 'warning',
  help: 'warning',
  faq: 'warning',
  caution: 'caution',
  danger: 'caution',
  error: 'caution',
  failure: 'caution',
  fail: 'caution',
  missing: 'caution',
  bug: 'caution',
  quote: 'quote',
  cite: 'quote',
}

export const calloutLook = (kind: string): string =>
  Object.hasOwn(LOOKS, kind.toLowerCase()) ? LOOKS[kind.toLowerCase()]! : 'note'

/** `tip` is `Tip`. */
export const calloutTitle = (kind: string): string =>
  kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase().replaceAll('-', ' ')

/** The element around a callout. `fold` is `+` or `-` if a reader can fold it. */
export const calloutOpening = (kind: string, fold = ''): string =>
  fold === ''
    ? `<div class="callout ${calloutLook(kind)}" role="note">\n`
    : `<details class="callout ${calloutLook(kind)}"${fold === '+' ? ' open' : ''}>\n`

export function addCallouts(markdown: MarkdownIt): void {
  markdown.core.ruler.before('inline', 'callout', findCallouts)
  const { rules } = markdown.renderer
  rules['callout_open'] = (tokens, i) => calloutOpening(tokens[i]!.info, tokens[i]!.markup)
  rules['callout_close'] = (tokens, i) => (tokens[i]!.markup === '' ? '</div>\n' : '</details>\n')
  rules['callout_title_open'] = (tokens, i) =>
    tokens[i]!.markup === '' ? '<p class="callout-title">' : '<summary class="callout-title">'
  rules['callout_title_close'] = (tokens, i) => (tokens[i]!.markup === '' ? '</p>\n' : '</summary>\n')
  rules['callout_kind'] = (tokens, i) => escapeHtml(tokens[i]!.content)
}

/** Before the words are read, so that a title can have links and emphasis. */
function findCallouts(state: StateCore): void {
  const { tokens } = state
  const open: Token[] = []
  const out: Token[] = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    if (token.type === 'blockquote_open') {
      open.push(token)
      const inline = tokens[i + 1]?.type === 'paragraph_open' ? tokens[i + 2] : undefined
      const head = inline?.type === 'inline' ? HEAD.exec(inline.content) : null
      if (inline && head) {
        const [whole, kind = '', fold = '', title = ''] = head
        Object.assign(token, { type: 'callout_open', info: kind, markup: fold })
        out.push(token, ...titleOf(state, kind, fold, title))
        inline.content = inline.content.slice(whole.length)
        // A callout of a title alone has no paragraph.
        if (inline.content.trim() === '') i += 3
        continue
      }
    } else if (token.type === 'blockquote_close') {
      const opening = open.pop()
      if (opening?.type === 'callout_open')
        Object.assign(token, { type: 'callout_close', markup: opening.markup })
    }
    out.push(token)
  }
  state.tokens = out
}

function titleOf({ Token }: StateCore, kind: string, fold: string, title: string): Token[] {
  const opening = new Token('callout_title_open', '', 1)
  const words = new Token('inline', '', 0)
  const closing = new Token('callout_title_close', '', -1)
  words.content = title.trim() === '' ? calloutTitle(kind) : title.trim()
  words.children = []
  for (const token of [opening, words, closing]) token.block = true
  opening.markup = closing.markup = fold
  return [opening, words, closing]
}
