/**
 * Names replace files in text: `[picture: name]` or `[file: name]` replaces an image, a link or an address of a file.
 * Text without an address stays the same. All functions take linear time.
 *
 * @see decisions 2.8
 */
import { BACKSLASH, BANG, BRACKET_CLOSE, BRACKET_OPEN, GREATER, LESS, NEWLINE, PAREN_OPEN } from './char.ts'
import { targetEnd } from './address.ts'
import { type FileAddress, FileAddresses, FILES, mayNameFile, readFileId } from './file-address.ts'

export { type FileAddress, FILES, mayNameFile, readFileId }

/** The name and type of one file. */
export interface FileName {
  readonly name: string
  /** The media type, for example `image/png`. */
  readonly type: string
}

const PLACEHOLDERS = ['[picture:', '[file:'] as const

/**
 * Lists the ids of all files that a text addresses, in code too. Each id appears once.
 *
 * @param origin the service's own origin, such as `https://notes.example`
 * @example
 * fileIds('![cat](/api/files/x1) and /api/files/y2') // ['x1', 'y2']
 */
export function fileIds(text: string, origin?: string): string[] {
  const ids = new Set<string>()
  const addresses = new FileAddresses(text, origin)
  for (let next = addresses.next(0); next; next = addresses.next(next.end)) ids.add(next.id)
  return [...ids]
}

/**
 * Replaces every file address with the name of the file. A Markdown image or link is replaced as a whole, with its
 * label and title.
 *
 * @param file returns the name and media type of an id; `undefined` for an unknown id gives `[file: unknown]`
 * @param origin the service's own origin, such as `https://notes.example`
 * @example
 * nameFiles('![a](/api/files/x1)', () => ({ name: 'cat.png', type: 'image/png' })) // '[picture: cat.png]'
 */
export function nameFiles(text: string, file: (id: string) => FileName | undefined, origin?: string): string {
  if (!mayNameFile(text)) return text
  let out = ''
  let at = 0
  for (const place of filePlaces(text, origin)) {
    out += text.slice(at, place.start) + placeholder(file(place.id))
    at = place.end
  }
  return out + text.slice(at)
}

/**
 * Whether a text contains a file address or a `[picture: name]` or `[file: name]`.
 *
 * @param origin the service's own origin, such as `https://notes.example`
 * @example
 * namesFile('[picture: cat.png]') // true
 */
export function namesFile(text: string, origin?: string): boolean {
  if (mayNameFile(text) && new FileAddresses(text, origin).next(0)) return true
  return PLACEHOLDERS.some((opening) => holdsPlaceholder(text, opening))
}

function placeholder(file: FileName | undefined): string {
  if (!file) return '[file: unknown]'
  return `[${/^image\//i.test(file.type) ? 'picture' : 'file'}: ${file.name}]`
}

function holdsPlaceholder(text: string, opening: string): boolean {
  for (let at = text.indexOf(opening); at >= 0;) {
    let end = at + opening.length
    while (end < text.length && text.charCodeAt(end) !== BRACKET_CLOSE && text.charCodeAt(end) !== NEWLINE)
      end++
    if (text.charCodeAt(end) === BRACKET_CLOSE && text.slice(at + opening.length, end).trim() !== '')
      return true
    at = text.indexOf(opening, end)
  }
  return false
}

/**
 * Finds the ranges that file names replace, in order and without overlap: images and links as a whole, and addresses.
 *
 * @param origin the service's own origin, such as `https://notes.example`
 * @example
 * filePlaces('![cat](/api/files/x1)') // [{ start: 0, end: 21, id: 'x1' }]
 */
export function filePlaces(text: string, origin?: string): FileAddress[] {
  if (!mayNameFile(text)) return []
  const addresses = new FileAddresses(text, origin)
  const places: FileAddress[] = []
  const openings: number[] = []
  let address = addresses.next(0)
  for (let i = 0; i < text.length && address;) {
    if (i >= address.start) {
      const place = withAngles(text, address)
      places.push(place)
      i = place.end
      address = addresses.next(i)
      continue
    }
    const unit = text.charCodeAt(i)
    if (unit === BRACKET_OPEN) openings.push(i)
    else if (unit === BRACKET_CLOSE) {
      const opening = openings.pop()
      const end = opening === undefined ? -1 : linkEnd(text, i + 1, address)
      if (opening !== undefined && end > 0) {
        const start = text.charCodeAt(opening - 1) === BANG ? opening - 1 : opening
        // The link around a label replaces a picture in that label.
        while ((places.at(-1)?.start ?? -1) >= start) places.pop()
        places.push({ start, end, id: address.id })
        i = end
        address = addresses.next(i)
        continue
      }
    } else if (unit === NEWLINE && text.charCodeAt(i + 1) === NEWLINE) openings.length = 0
    i += unit === BACKSLASH ? 2 : 1
  }
  return places
}

/** Finds the end of the `(address "title")` at index `open` if it contains this file address; otherwise -1. */
function linkEnd(text: string, open: number, address: FileAddress): number {
  if (text.charCodeAt(open) !== PAREN_OPEN) return -1
  let start = open + 1
  while (start < address.start && /[ \t\n<]/.test(text.charAt(start))) start++
  if (start !== address.start) return -1
  const end = targetEnd(text, open, text.length)
  return end >= address.end ? end : -1
}

function withAngles(text: string, address: FileAddress): FileAddress {
  const angled = text.charCodeAt(address.start - 1) === LESS && text.charCodeAt(address.end) === GREATER
  return angled ? { ...address, start: address.start - 1, end: address.end + 1 } : address
}
