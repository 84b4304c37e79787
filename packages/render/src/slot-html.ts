/** The HTML of each piece that `block-text` recognized. */
import { markBadges } from './badges.ts'
import { addressInMacro, queryIn } from './embed.ts'
import { escapeHtml } from './escape.ts'
import { mathsHtml } from './maths.ts'
import { mapSlots, type Slot } from './slot.ts'
import type { Rendering } from './rendering.ts'
import { readBlock } from './read-block.ts'
import { isWebAddress, mediaLink, webLink } from './web-link.ts'
import { rawBlockHtml } from './raw-block.ts'

/** The place of a piece: in words, in the words of a link, which can contain no other, or in place of a paragraph. */
export type Place = 'line' | 'link' | 'alone'

export function slotHtml(slot: Slot, one: Rendering, place: Place = 'line'): string {
  if (place === 'link') return slotWords(slot, one)
  const whole = place === 'alone' ? embedOf(slot, one) : undefined
  if (whole !== undefined) return whole
  const { kind, source, words } = slot
  switch (kind) {
    case 'page':
      return pageLink(words, one, '')
    case 'tag':
      return pageLink(words, one, '#')
    case 'block':
      return blockLink(slot, one)
    case 'url':
      return isWebAddress(source) ? webLink(source, escapeHtml(source)) : escapeHtml(source)
    case 'maths':
      return mathsHtml(source, one)
    case 'macro':
      return macroHtml(source, one)
    case 'comment':
      return ''
    case 'raw':
      return rawBlockHtml(source, one)
    case 'file':
      return fileHtml(slot, one)
    case 'badges':
      return markBadges(one.block)
  }
}

/** The words of a piece, without a link. */
function slotWords(slot: Slot, one: Rendering): string {
  switch (slot.kind) {
    case 'tag':
      return `#${escapeHtml(slot.words)}`
    case 'block':
      return escapeHtml(one.sources.block?.(slot.id ?? '')?.words ?? slot.source)
    case 'maths':
    case 'comment':
    case 'badges':
      return slotHtml(slot, one)
    case 'file':
      return pictureOf(slot, one) ?? escapeHtml(slot.words === '' ? slot.source : slot.words)
    case 'page':
    case 'url':
    case 'macro':
    case 'raw':
      return escapeHtml(slot.words)
  }
}

/** Whether a text is nothing but embedded content and comments, which are no paragraph. */
export function isShownAlone(text: string, one: Rendering): boolean {
  let alone = one.slots.length > 0
  mapSlots(
    text,
    (words) => {
      if (words.trim() !== '') alone = false
      return ''
    },
    (index) => {
      const slot = one.slots[index]!
      if (slot.kind !== 'comment' && embedOf(slot, one) === undefined) alone = false
      return ''
    },
  )
  return alone
}

/** The content of an embed or a query. */
function embedOf({ kind, source, words, id, embedded }: Slot, { sources }: Rendering): string | undefined {
  if (kind === 'macro') {
    const query = queryIn(source)
    return query === undefined ? undefined : sources.query?.(query)
  }
  if (!embedded) return undefined
  if (kind === 'page') return sources.embeddedPage?.(words.trim())
  return kind === 'block' ? sources.embeddedBlock?.(id ?? '') : undefined
}

function pageLink(name: string, { sources }: Rendering, before: '' | '#'): string {
  const address = sources.page?.(name.trim())
  const shown = before + escapeHtml(name)
  if (address === undefined) return before === '' ? shown : `<span class="tag">${shown}</span>`
  return `<a class="${before === '' ? 'ref' : 'tag'}" href="${escapeHtml(address)}">${shown}</a>`
}

function blockLink({ source, id = '' }: Slot, { sources }: Rendering): string {
  const block = sources.block?.(id)
  if (block === undefined) return `<span class="muted">${escapeHtml(source)}</span>`
  const words = escapeHtml(block.words === '' ? '…' : block.words)
  return block.address === undefined
    ? `<span class="block-ref">${words}</span>`
    : `<a class="block-ref" href="${escapeHtml(block.address)}">${words}</a>`
}

/** The name of a macro. Behind it is what the macro is given. */
const MACRO = /^\{\{([^\s}]*)/

function macroHtml(source: string, one: Rendering): string {
  const { sources } = one
  const address = addressInMacro(source)
  if (address !== undefined)
    return hasVideo(source)
      ? mediaLink(address, '', 'video', posterOf(one))
      : webLink(address, escapeHtml(address))
  const [opening, name = ''] = MACRO.exec(source) ?? []
  const rest = opening === undefined ? '' : source.slice(opening.length, -2).trim()
  if (/^cloze$/i.test(name)) return escapeHtml(rest)
  const words = sources.macro?.(source)
  if (words !== undefined) return words
  return `<code>${escapeHtml(/^renderer$/i.test(name) ? name : `${name} ${rest}`.trim())}</code>`
}

const VIDEO = /\{\{(?:video|youtube|vimeo|bilibili)\s/i

/** Whether a block has a video, whose picture is not shown among the properties. */
export const hasVideo = (content: string): boolean => VIDEO.test(content)

/** The picture of a video, as the property `poster` of its block names it. */
function posterOf({ block, sources }: Rendering): string {
  const poster = block.properties.find(({ key }) => key === 'poster')
  const [file] = poster ? readBlock(poster.value, sources.origin).files : []
  const shown = file && sources.file?.(file.id)
  return shown?.address === undefined || !/^image\//i.test(shown.type)
    ? ''
    : `<img src="${escapeHtml(shown.address)}" alt="" loading="lazy">`
}

/** A picture is shown, and another file is a link that downloads it. The source names a file that cannot be opened. */
function fileHtml(slot: Slot, one: Rendering): string {
  const file = one.sources.file?.(slot.id ?? '')
  if (file?.address === undefined) return escapeHtml(slot.source)
  const picture = slot.embedded === true ? pictureOf(slot, one) : undefined
  const to = escapeHtml(file.address)
  if (picture !== undefined) return `<a class="picture" href="${to}">${picture}</a>`
  return `<a class="file" href="${to}" download="${escapeHtml(file.name)}">${escapeHtml(slot.words || file.name)}</a>`
}

function pictureOf({ id = '', words, width }: Slot, { sources }: Rendering): string | undefined {
  const file = sources.file?.(id)
  if (file?.address === undefined || !/^image\//i.test(file.type)) return undefined
  const size = width === undefined ? '' : ` width="${width}"`
  return `<img src="${escapeHtml(file.address)}" alt="${escapeHtml(words || file.name)}"${size} loading="lazy">`
}
