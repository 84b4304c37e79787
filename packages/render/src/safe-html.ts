/**
 * HTML in a note. Tags that only mark words are shown as HTML, and tags of boxes are left out. A picture or a frame of another
 * host is a link. All other HTML is text. No attribute of a note is kept but the address of a link.
 */
import type { MarkdownIt, StateCore, StateInline, Token } from './library.ts'
import { renderingOf } from './rendering.ts'
import { withoutSlots } from './slot.ts'
import { isWebAddress, mediaLink, webLink } from './web-link.ts'

/** Tags that mark words. */
const MARKS: ReadonlySet<string> = new Set(
  'b strong i em u s del ins mark kbd sub sup small q span a'.split(' '),
)
/** Tags of boxes, whose words stay. */
const BOXES: ReadonlySet<string> = new Set(
  'div p center font details summary section figure figcaption'.split(' '),
)
/** Elements of another host, which become links. */
const MEDIA: ReadonlySet<string> = new Set('img iframe video audio source embed'.split(' '))
/** Colors that style sheets have. */
const COLORS: ReadonlySet<string> = new Set('red orange yellow green blue purple pink gray'.split(' '))

const TAG = /<(\/?)([a-z][a-z0-9]{0,9})(\s[^<>]{0,1000})?\/?>/iy

interface HtmlTag {
  readonly name: string
  readonly isEnd: boolean
  /** The HTML of the tag, once it has its pair. */
  readonly html: string
  /** Whether the tag needs a pair; others are shown at once. */
  readonly isPaired: boolean
}

export function addSafeHtml(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('autolink', 'safe_html', readTag)
  markdown.core.ruler.before('links', 'safe_html', pairTags)
  markdown.renderer.rules['safe_html'] = (tokens, i) => tagOf(tokens[i]!).html
}

const tagOf = ({ meta }: Token): HtmlTag => meta as unknown as HtmlTag

function readTag(state: StateInline, silent: boolean): boolean {
  TAG.lastIndex = state.pos
  const found = TAG.exec(state.src)
  if (!found) return false
  const [source, slash, written = '', attributes = ''] = found
  const { slots } = renderingOf(state.env)
  const tag = shown(written.toLowerCase(), slash === '/', withoutSlots(attributes, slots))
  if (!tag) return false
  if (!silent) {
    const token = state.push('safe_html', '', 0)
    token.content = source
    token.meta = { ...tag }
  }
  state.pos += source.length
  return true
}

function shown(name: string, isEnd: boolean, attributes: string): HtmlTag | undefined {
  if (name === 'br') return { name, isEnd, html: '<br>', isPaired: false }
  if (BOXES.has(name)) return { name, isEnd, html: '', isPaired: false }
  if (MEDIA.has(name)) {
    // A video can have its sources inside.
    if (isEnd || (name !== 'img' && attribute(attributes, 'src') === undefined)) return { name, isEnd, html: '', isPaired: false } // prettier-ignore
    const address = webAddressIn(attributes, 'src')
    if (address === undefined) return undefined
    const words = attribute(attributes, 'alt') || attribute(attributes, 'title') || ''
    return {
      name,
      isEnd,
      html: mediaLink(address, words, name === 'img' ? 'picture' : 'video'),
      isPaired: false,
    }
  }
  if (!MARKS.has(name)) return undefined
  if (isEnd) return { name, isEnd, html: `</${name}>`, isPaired: true }
  if (name === 'a') {
    const address = webAddressIn(attributes, 'href')
    const html = address === undefined ? undefined : webLink(address, '').slice(0, -'</a>'.length)
    return html === undefined ? undefined : { name, isEnd, html, isPaired: true }
  }
  const color = name === 'span' ? colorIn(attributes) : undefined
  return { name, isEnd, html: color === undefined ? `<${name}>` : `<${name} class="color-${color}">`, isPaired: true } // prettier-ignore
}

/**
 * The value of an attribute in quotes.
 *
 * @param attributes the attributes of a tag, with a blank before each
 */
export function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes)
  return found?.[1] ?? found?.[2]
}

function webAddressIn(attributes: string, name: string): string | undefined {
  const address = attribute(attributes, name)?.trim()
  if (address === undefined) return undefined
  const whole = address.startsWith('//') ? `https:${address}` : address
  return isWebAddress(whole) ? whole : undefined
}

function colorIn(attributes: string): string | undefined {
  const color = /(?:^|[;\s])color\s{0,9}:\s{0,9}([a-z]{3,20})/i.exec(attribute(attributes, 'style') ?? '')?.[1]?.toLowerCase() // prettier-ignore
  const name = color === 'grey' ? 'gray' : color
  return name !== undefined && COLORS.has(name) ? name : undefined
}

/** Tags without their pair, in the words of the same element, are text. Links do not nest. */
function pairTags({ tokens }: StateCore): void {
  for (const { children } of tokens) if (children?.some(({ type }) => type === 'safe_html')) pair(children)
}

function pair(children: readonly Token[]): void {
  /** Open elements: a tag of HTML, or the beginning of one of Markdown. */
  const open: Token[] = []
  let links = 0
  const close = (token: Token | undefined): void => {
    if (token && (token.type === 'link_open' || isLink(token))) links--
    if (token?.type === 'safe_html') asText(token)
  }
  for (const token of children) {
    if (token.type === 'safe_html' && tagOf(token).isPaired) {
      const { name, isEnd } = tagOf(token)
      const last = open.at(-1)
      const isPair = last?.type === 'safe_html' && tagOf(last).name === name
      if (!isEnd && name === 'a' && links > 0) asText(token)
      else if (!isEnd) {
        open.push(token)
        if (name === 'a') links++
      } else if (isPair) {
        open.pop()
        if (name === 'a') links--
      } else asText(token)
    } else if (token.type === 'safe_html' && links > 0 && tagOf(token).html.startsWith('<a')) asText(token)
    else if (token.nesting === 1) {
      open.push(token)
      if (token.type === 'link_open') links++
    } else if (token.nesting === -1) {
      while (open.length > 0 && open.at(-1)!.type === 'safe_html') close(open.pop())
      close(open.pop())
    }
  }
  for (const token of open) close(token)
}

const isLink = (token: Token): boolean => token.type === 'safe_html' && tagOf(token).name === 'a'

function asText(token: Token): void {
  token.type = 'text'
  token.meta = null
}
