/**
 * Links and pictures of Markdown. The address of a link decides what it is: a page, a block, the web, or nothing that a
 * reader can open, whose words stay. A picture on the web is a link to it, so that reading sends no request elsewhere.
 */
import { escapeHtml } from './escape.ts'
import { encodeAddress, type MarkdownIt, type StateCore, type StateInline, type Token } from './library.ts'
import { sizeLength } from './picture-size.ts'
import { renderingOf, type Rendering } from './rendering.ts'
import { onlySlot, withoutSlots } from './slot.ts'
import type { Place } from './slot-html.ts'
import { hasScheme, isWebAddress, mediaLink } from './web-link.ts'

/** A picture whose path has blanks, as outliners write it. Markdown knows none. */
const WITH_BLANKS = /!\[([^[\]\n]{0,500})\]\(([^()<>"\s][^()<>"\n]{0,500}\.[a-z\d]{1,8})\)/iy

function readWithBlanks(state: StateInline, silent: boolean): boolean {
  WITH_BLANKS.lastIndex = state.pos
  const [source, words, path] = WITH_BLANKS.exec(state.src) ?? []
  if (source === undefined || !path!.includes(' ')) return false
  if (!silent) {
    const token = state.push('image', 'img', 0)
    token.attrs = [['src', path!]]
    token.children = []
    state.md.inline.parse(words!, state.md, state.env, token.children)
  }
  state.pos += source.length
  return true
}

export function addLinks(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('image', 'with_blanks', readWithBlanks)
  markdown.core.ruler.push('links', ({ tokens, env }: StateCore) => {
    const one = renderingOf(env)
    for (const { children } of tokens) if (children) resolveLinks(children, one)
  })
  const { rules } = markdown.renderer
  rules['link_open'] = (tokens, i) => tokens[i]!.content
  rules['image'] = (tokens, i, options, env, self) => {
    const { children, meta } = tokens[i]!
    const { slots } = renderingOf(env)
    const alt = withoutSlots(self.renderInlineAsText(children ?? [], options, env), slots)
    const address = meta?.['address'] as string | undefined
    return address === undefined || meta?.['place'] === 'link'
      ? escapeHtml(alt === '' ? (address ?? '') : alt)
      : mediaLink(address, alt, 'picture')
  }
}

/** Links do not nest, so one variable holds the open link. */
function resolveLinks(children: Token[], one: Rendering): void {
  let opening: string | undefined
  for (const [i, token] of children.entries()) {
    if (token.type === 'text' && ['image', 'link_close'].includes(children[i - 1]?.type ?? ''))
      token.content = token.content.slice(sizeLength(token.content))
    if (token.type === 'link_open') {
      opening = openingOf(attribute(token, 'href'), attribute(token, 'title'), one)
      token.content = opening ?? ''
    } else if (token.type === 'link_close') {
      if (opening === undefined) token.hidden = true
      opening = undefined
    } else {
      if (token.type === 'image')
        token.meta = { address: webAddress(withoutSlots(attribute(token, 'src'), one.slots), one) }
      if (opening !== undefined) token.meta = { ...token.meta, place: 'link' satisfies Place }
    }
  }
}

const attribute = ({ attrs }: Token, name: string): string =>
  String(attrs?.find(([one]) => one === name)?.[1] ?? '')

const BLOCK = /^\(\(([\da-f-]{36})\)\)$/i

/** The opening tag of a link; `undefined` if its address opens nothing. */
function openingOf(written: string, title: string, one: Rendering): string | undefined {
  const index = onlySlot(written)
  const slot = index === undefined ? undefined : one.slots[index]
  const id = slot?.kind === 'block' ? slot.id : BLOCK.exec(written)?.[1]
  if (id !== undefined) return ownLink('block-ref', one.sources.block?.(id)?.address)
  if (slot?.kind === 'page') return ownLink('ref', one.sources.page?.(slot.words.trim()))
  const address = webAddress(withoutSlots(written, one.slots), one)
  if (address === undefined) return undefined
  const words = title === '' ? '' : ` title="${escapeHtml(withoutSlots(title, one.slots))}"`
  return `<a class="web" href="${escapeHtml(address)}" rel="noreferrer noopener"${words}>`
}

const ownLink = (kind: string, address: string | undefined): string | undefined =>
  address === undefined ? undefined : `<a class="${kind}" href="${escapeHtml(address)}">`

function webAddress(written: string, { sources }: Rendering): string | undefined {
  if (isWebAddress(written)) return encodeAddress(written)
  const address = hasScheme(written) ? undefined : sources.address?.(written)
  return address === undefined ? undefined : encodeAddress(address)
}
