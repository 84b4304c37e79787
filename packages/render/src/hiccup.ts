/**
 * Hiccup, HTML as Logseq writes it: `[:div [:a {:href "https://a.example"} "words"]]`. Its words and links are shown. A
 * picture or a video of another host is a link. Vectors that begin with no tag of HTML are text.
 */
import { escapeHtml } from './escape.ts'
import type { MarkdownIt, StateInline } from './library.ts'
import { renderingOf } from './rendering.ts'
import { withoutSlots } from './slot.ts'
import { addressWords, isWebAddress, mediaLink, webLink } from './web-link.ts'

const WORDS: ReadonlySet<string> = new Set('b strong i em u s del mark kbd sub sup small code'.split(' '))
const LINES: ReadonlySet<string> = new Set('div p h1 h2 h3 h4 h5 h6 ul ol li table thead tbody tr blockquote pre section br hr center'.split(' ')) // prettier-ignore
const PLAIN: ReadonlySet<string> = new Set(
  'a span td th font img iframe video audio source script style'.split(' '),
)
const MEDIA: ReadonlySet<string> = new Set('img iframe video audio source'.split(' '))
const SILENT: ReadonlySet<string> = new Set(['script', 'style'])

const HEAD = /\[:([a-z][a-z0-9]{0,9})((?:[.#][\w-]{1,100}){0,20})(?=[\s[\]{"])/iy
const SPACE = /[\s,]*/y
const STRING = /"((?:[^"\\]|\\.)*)"/y
/** Keys, numbers and names, which have no words. */
const OTHER = /[^\s,"[\]{}()]+/y
const DEEPEST = 20

/** Texts in which a vector has no end: another look would take as long. */
const unclosed = new WeakSet<StateInline>()

export function addHiccup(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('link', 'hiccup', (state, silent) => {
    if (!state.src.startsWith('[:', state.pos) || unclosed.has(state)) return false
    const { slots } = renderingOf(state.env)
    const read = vector(state.src, state.pos, 0, (text) => withoutSlots(text, slots))
    if (read === undefined) return false
    if (read === 'unclosed') {
      unclosed.add(state)
      return false
    }
    if (!silent) state.push('hiccup', '', 0).content = read.html.replace(/^<br>|<br>$/g, '')
    state.pos = read.end
    return true
  })
  markdown.renderer.rules['hiccup'] = (tokens, i) => tokens[i]!.content
}

interface Read {
  readonly html: string
  readonly end: number
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const after = (text: string, at: number): number => at + match(SPACE, text, at)![0].length

/** @returns undefined if there is no vector of a tag of HTML */
function vector(
  text: string,
  start: number,
  depth: number,
  written: (text: string) => string,
): Read | 'unclosed' | undefined {
  const head = match(HEAD, text, start)
  const tag = head?.[1]?.toLowerCase() ?? ''
  if (!head || depth > DEEPEST || !(WORDS.has(tag) || LINES.has(tag) || PLAIN.has(tag))) return undefined
  let at = after(text, start + head[0].length)
  let attributes = ''
  if (text.charAt(at) === '{') {
    const end = mapEnd(text, at)
    if (end === undefined) return 'unclosed'
    attributes = written(text.slice(at, end))
    at = after(text, end)
  }
  let inner = ''
  while (text.charAt(at) !== ']') {
    if (at >= text.length) return 'unclosed'
    if (text.charAt(at) === '[') {
      const child = vector(text, at, depth + 1, written)
      if (typeof child !== 'object') return child
      inner += child.html
      at = after(text, child.end)
      continue
    }
    const string = match(STRING, text, at)
    if (string) inner += escapeHtml(written(string[1]!.replaceAll(/\\(.)/g, '$1')))
    const one = string ?? match(OTHER, text, at)
    if (!one) return undefined
    at = after(text, at + one[0].length)
  }
  return { html: SILENT.has(tag) ? '' : element(tag, attributes, inner), end: at + 1 }
}

/** The end of a map, whose strings may have braces. */
function mapEnd(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < text.length;) {
    const string = match(STRING, text, at)
    if (string) {
      at += string[0].length
      continue
    }
    const sign = text.charAt(at)
    if (sign === '{') depth++
    if (sign === '}' && --depth === 0) return at + 1
    at++
  }
  return undefined
}

function element(tag: string, attributes: string, inner: string): string {
  const address = /:(?:href|src)\s{0,9}"([^"]*)"/.exec(attributes)?.[1] ?? ''
  const isLink = isWebAddress(address) && !inner.includes('<a ')
  if (isLink && MEDIA.has(tag) && inner === '') {
    const words = /:(?:alt|title)\s{0,9}"([^"]+)"/.exec(attributes)?.[1] ?? ''
    return mediaLink(address, words, tag === 'img' ? 'picture' : 'video')
  }
  if (isLink) return webLink(address, inner === '' ? escapeHtml(addressWords(address)) : inner)
  if (WORDS.has(tag)) return `<${tag}>${inner}</${tag}>`
  return LINES.has(tag) ? `<br>${inner}<br>`.replaceAll(/(?:<br>){2,}/g, '<br>') : inner
}
