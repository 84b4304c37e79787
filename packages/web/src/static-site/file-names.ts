/**
 * Names for the files of a static site. They are valid on every file system and need no escaping by a host: letters, digits
 * and hyphens, in lower case.
 * @see sharing 4
 */
import { createHash } from 'node:crypto'

/** The most bytes of a name without its mark and ending; file systems allow 255 with them. */
const LONGEST = 120

/** The index of the site, and names that Windows keeps for devices. */
const RESERVED = /^(?:index|con|prn|aux|nul|com\d|lpt\d)$/

/**
 * Names the files of pages. Pages whose names look alike on some file system get a mark each, which depends on their ids
 * alone.
 *
 * @returns names without an ending, by id
 * @example
 * pageFileNames([{ id: 'a1', name: 'Ada Lovelace' }]).get('a1') // 'ada-lovelace'
 */
export function pageFileNames(
  pages: Iterable<{ readonly id: string; readonly name: string }>,
): Map<string, string> {
  const names = new Map<string, string>()
  for (const { id, name } of pages) {
    const stem = stemOf(name)
    names.set(id, RESERVED.test(stem) ? marked(stem, id) : stem)
  }
  // A name with a mark may be the name of another page, so marks are added until all names differ.
  for (;;) {
    const alike = [...Map.groupBy(names, ([, name]) => caseless(name)).values()].filter(
      ({ length }) => length > 1,
    )
    if (alike.length === 0) return names
    for (const [id, name] of alike.flat()) names.set(id, marked(name, id))
  }
}

/** Two names with the same key are one file on some file system. */
const caseless = (name: string): string => name.normalize('NFKC').toLowerCase().toUpperCase()

const marked = (stem: string, id: string): string =>
  `${stem}-${createHash('sha256').update(id).digest('hex').slice(0, 16)}`

function stemOf(name: string): string {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-/, '')
  let stem = ''
  let bytes = 0
  for (const sign of words) {
    bytes += Buffer.byteLength(sign)
    if (bytes > LONGEST) break
    stem += sign
  }
  return stem.replace(/-$/, '') || 'page'
}
