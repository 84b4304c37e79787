/**
 * File addresses in text: finds them, finds their files in the folder, and converts them to addresses of the service
 * and back. Only addresses of files in the folder count; any other address is words.
 */
import { FILE_PATH } from '@notegraph/block-text'
import type { AssetSpan, DraftText } from './draft.ts'
import { assetAddress, decoded } from './file-name.ts'
import { maskCode } from './code-mask.ts'
import { baseOf, endingOf } from './path.ts'

/** The range of a Markdown link's or picture's target: `[start, end)`. */
export interface Target {
  readonly start: number
  readonly end: number
}

/** Finds a file of the folder by an address as written, or returns `undefined`. */
export type FindAsset = (address: string) => string | undefined

const BARE = /(?:\.{1,2}\/){1,8}assets\/[\p{L}\p{M}\p{N}._~%@+=&!-]+/gu

/** Lists the targets of `[…](target)` and `![…](target "title")`, without angle brackets and titles. */
export function linkTargets(masked: string): Target[] {
  const targets: Target[] = []
  const closing = closingBrackets(masked)
  let at = masked.indexOf('](')
  while (at >= 0) {
    const start = at + 2
    const end = closing.get(start - 1)
    if (end !== undefined) targets.push(trimTarget(masked, start, end))
    at = masked.indexOf('](', end ?? start)
  }
  return targets
}

const HTML_TARGET =
  /<(?:img|audio|video|source|embed|iframe|a)\s(?:[^<>]{0,1000}?\s)??(?:src|href)\s*=\s*(?:"([^"<>\n]+)"|'([^'<>\n]+)'|([^\s"'<>=`]+))/giu

/** Lists the addresses of pictures, sounds, films and links in HTML. */
export const htmlTargets = (masked: string): Target[] =>
  Array.from(masked.matchAll(HTML_TARGET), ({ 0: tag, 1: double, 2: single, 3: bare, index }) => {
    const address = (double ?? single ?? bare)!
    const end = index + tag.length - (bare === undefined ? 1 : 0)
    return { start: end - address.length, end }
  })

/** Pairs round brackets on the same line; brackets can nest. */
function closingBrackets(text: string): Map<number, number> {
  const closing = new Map<number, number>()
  let open: number[] = []
  for (const { 0: sign, index } of text.matchAll(/\\[()]|[()\n]/gu)) {
    if (sign.length > 1) continue
    if (sign === '\n') open = []
    else if (sign === '(') open.push(index)
    else {
      const start = open.pop()
      if (start !== undefined) closing.set(start, index)
    }
  }
  return closing
}

function trimTarget(text: string, start: number, end: number): Target {
  const written = withoutTitle(text.slice(start, end).trimEnd()).trimEnd()
  const from = start + written.length - written.trimStart().length
  const to = Math.max(from, start + written.length)
  return text[from] === '<' && text[to - 1] === '>' && to - from > 2
    ? { start: from + 1, end: to - 1 }
    : { start: from, end: to }
}

function withoutTitle(inside: string): string {
  const quote = inside.at(-1)
  if (quote !== '"' && quote !== "'") return inside
  const open = inside.lastIndexOf(quote, inside.length - 2)
  return open > 0 && /\s/u.test(inside[open - 1]!) ? inside.slice(0, open) : inside
}

/**
 * Finds the files of the folder in a text, and the targets of pictures and links that look like files but are missing.
 * Code is ignored.
 */
export function findAssets(
  text: string,
  find: FindAsset,
): { readonly assets: AssetSpan[]; readonly missing: Target[] } {
  if (!MAY_NAME_FILE.test(text)) return { assets: [], missing: [] }
  const masked = maskCode(text)
  const spans: AssetSpan[] = []
  const missing: Target[] = []
  for (const { start, end } of [...linkTargets(masked), ...htmlTargets(masked)]) {
    const address = text.slice(start, end)
    const path = find(address)
    if (path !== undefined) spans.push({ start, end: start + fileAddress(address, path, find).length, path })
    else if (looksLikeAsset(address)) missing.push({ start, end: start + pathLength(address) })
  }
  const taken = new Set(spans.map(({ start }) => start))
  for (const span of bareAddresses(masked, find)) if (!taken.has(span.start)) spans.push(span)
  return { assets: withoutOverlap(spans), missing }
}

const MAY_NAME_FILE = /\]\(|assets\/|<\w/u

const EMBED = /!\[\[([^[\]|\n]{1,1024})(?:\|[^[\]\n]{0,1024})?\]\]/gu
/** The width, or width and height, after the name of an embedded picture. */
export const SIZE: RegExp = /^\d+(?:x\d+)?$/u

/**
 * Returns the label of a picture or of a link to a file. A size follows the name, as Obsidian writes it in Markdown
 * pictures.
 *
 * @param escaped whether the bar is written `\|`, as in a table
 */
export function altText(name: string, embedded: boolean, label: string, escaped: boolean): string {
  if (label === '') return name
  return embedded && SIZE.test(label) ? `${name}${escaped ? '\\' : ''}|${label}` : label
}

/**
 * Rewrites `![[assets/x.png]]` of Obsidian as a Markdown picture, because Logseq does not show that form. Only files of
 * the folder are rewritten.
 */
export function withPictures(text: string, find: FindAsset): string {
  if (!text.includes('![[')) return text
  let out = ''
  let done = 0
  for (const { 0: embed, 1: written = '', index } of maskCode(text).matchAll(EMBED)) {
    const target = written.replace(/\\$/u, '')
    const path = find(target.trim())
    if (path === undefined) continue
    const label = text.slice(index + 3 + written.length + 1, index + embed.length - 2).trim()
    const alt = altText(baseOf(path), true, label, target !== written)
    out += `${text.slice(done, index)}![${alt}](../${path.split('/').map(assetAddress).join('/')})`
    done = index + embed.length
  }
  return out + text.slice(done)
}

/**
 * Finds addresses exactly as an export writes them: below `assets/` anywhere, in code too, and others in links. Use this only
 * for a text that an export wrote.
 */
export function exportedAssets(text: string, find: FindAsset): AssetSpan[] {
  const spans = text.includes('../assets/') ? bareAddresses(text, find) : []
  if (!/\]\(\.|<\w/u.test(text)) return spans
  const taken = new Set(spans.map(({ start }) => start))
  for (const { start, end } of [...linkTargets(text), ...htmlTargets(text)]) {
    const address = text.slice(start, end)
    const path = taken.has(start) ? undefined : find(address)
    if (path !== undefined) spans.push({ start, end: start + fileAddress(address, path, find).length, path })
  }
  return withoutOverlap(spans)
}

function bareAddresses(text: string, find: FindAsset): AssetSpan[] {
  const spans: AssetSpan[] = []
  for (const match of text.matchAll(BARE)) {
    let address = match[0]
    let path = find(address)
    if (path === undefined) {
      address = address.replace(/[.!]{1,3}$/u, '')
      path = find(address)
    }
    if (path !== undefined) spans.push({ start: match.index, end: match.index + address.length, path })
  }
  return spans
}

function withoutOverlap(spans: AssetSpan[]): AssetSpan[] {
  let end = 0
  return spans
    .toSorted((a, b) => a.start - b.start)
    .filter((span) => {
      if (span.start < end) return false
      end = span.end
      return true
    })
}

/** The endings of files that a note shows or links to. */
export const MEDIA: ReadonlySet<string> = new Set(
  [
    'apng avif bmp gif heic heif ico jfif jpeg jpg png svg tif tiff webp', // pictures
    'aac aif aiff flac m4a m4b mp3 oga ogg opus wav wma', // sounds
    '3gp avi m4v mkv mov mp4 mpeg mpg ogv webm wmv', // films
    'csv doc docx epub odp ods odt pdf ppt pptx rtf tsv xls xlsx', // documents
    '7z gz rar tar tgz zip base canvas',
  ].flatMap((endings) => endings.split(' ')),
)

/** The endings of other files. A link in brackets to such a name can be one to a page that is not there yet. */
export const TEXTS: ReadonlySet<string> = new Set(['txt', 'json', 'xml', 'yaml', 'yml', 'html', 'htm', 'log'])

/** The beginning of an address that leads out of the folder, or to a place in the same note. */
export const SCHEME: RegExp = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/iu

/** Whether an address names a file of the folder by its ending. */
export const isLocalMedia = (address: string): boolean =>
  !SCHEME.test(address) && MEDIA.has(endingOf(address.replace(/[?#].*$/su, '')))

/** The length of an address without `?` or `#` parts. */
export const pathLength = (address: string): number => address.search(/[?#]|$/u)

const looksLikeAsset = (address: string): boolean =>
  /^(?:\.{0,2}\/)*assets\/\S/u.test(address) || isLocalMedia(address)

/** A character that a backslash escapes in Markdown. */
const ESCAPED = /\\([!-/:-@[-`{-~])/gu

/** Lists an address as written, decoded, and without `?` or `#` parts; all of them without the escapes of Markdown too. */
export function addressForms(address: string): string[] {
  // Markdown removes escapes once. Once more would take a step for each `amp;` of `&amp;amp;amp;`.
  return [...new Set([address, unescaped(address)].flatMap(formsOf))].filter(Boolean)
}

function formsOf(address: string): string[] {
  const plain = address.replace(/[?#].*$/su, '')
  return [address, decoded(address), plain, decoded(plain)]
}

/** Removes the backslashes that Markdown reads as escapes, and the entities of `&`. */
export const unescaped = (address: string): string =>
  address.replaceAll(ESCAPED, '$1').replaceAll(/&(?:amp|#38|#x26);/giu, '&')

/** Returns the part of an address that names the file. A suffix such as `#page=3` belongs to the link and stays. */
export function fileAddress(address: string, path: string, find: FindAsset): string {
  const plain = address.replace(/[?#].*$/su, '')
  return plain !== address && find(plain) === path ? plain : address
}

/**
 * Returns the address of a file in a note. It begins with `./` or `../`.
 *
 * @example
 * addressFrom('pages/Home.md', 'img/cat.png') // '../img/cat.png'
 */
export function addressFrom(note: string, file: string): string {
  const up = '../'.repeat(note.split('/').length - 1) || './'
  return up + file.split('/').map(assetAddress).join('/')
}

/** Replaces the addresses of a text. An address stays if `address` returns `undefined`. */
export function replaceSpans(text: DraftText, address: (path: string) => string | undefined): string {
  if (text.assets.length === 0) return text.text
  const parts: string[] = []
  let done = 0
  for (const { start, end, path } of text.assets) {
    const replacement = address(path)
    if (replacement === undefined) continue
    parts.push(text.text.slice(done, start), replacement)
    done = end
  }
  return parts.join('') + text.text.slice(done)
}

/**
 * The same addresses as in `fileIds` of `@notegraph/block-text`, except `./api/…`, which stays.
 */
const FILE_ADDRESS = new RegExp(String.raw`(?<![A-Za-z0-9_.%/~-])${FILE_PATH}([A-Za-z0-9_-]{1,128})`, 'gu')

/**
 * Converts addresses of the service to addresses of the exported folder.
 *
 * @param assetName returns the name of a file below `assets/` by its id, or its address from `addressFrom`
 */
export function exportAddresses(
  text: string,
  assetName: (id: string) => string | undefined,
  origin?: string,
): DraftText {
  const relative = origin === undefined ? text : text.replaceAll(`${origin}${FILE_PATH}`, FILE_PATH)
  const assets: AssetSpan[] = []
  const parts: string[] = []
  let length = 0
  let done = 0
  for (const match of relative.matchAll(FILE_ADDRESS)) {
    const name = assetName(match[1]!)
    if (name === undefined) continue
    const before = relative.slice(done, match.index)
    const isElsewhere = /^\.\.?\//u.test(name)
    const address = isElsewhere ? name : `../assets/${assetAddress(name)}`
    const start = length + before.length
    assets.push({
      start,
      end: start + address.length,
      path: isElsewhere ? decoded(name.replace(/^(?:\.\.?\/)+/u, '')) : `assets/${name}`,
    })
    parts.push(before, address)
    length = start + address.length
    done = match.index + match[0].length
  }
  return { text: parts.join('') + relative.slice(done), assets }
}
