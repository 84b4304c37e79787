/**
 * Page names as file names. Logseq writes `/` as `___` (`:triple-lowbar`) or as `%2F` (`:legacy`) and percent-encodes
 * what file systems refuse. A name that cannot be read back from its file gets a `title::` line, so an encoding only has
 * to be distinct and steady, and pleasant to look at.
 */

export type NameFormat = 'triple-lowbar' | 'legacy'

const RESERVED = /[\p{Cc}<>:"\\|?*#]|%(?=[0-9a-f]{2})|^\./giu
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/iu
const ESCAPED = /(?:%[0-9a-f]{2})+/giu
/** Bytes of a file name without its ending; file systems take 255. */
const LONGEST = 180

/**
 * The file name of a page, without folder and ending. `undefined` where the name is too long, or reads back as another,
 * or is none at all.
 */
export function fileStem(name: string): string | undefined {
  const stem = name
    .replaceAll(RESERVED, percent)
    .replaceAll(/_{3,}|_{1,2}(?=\/)|(?<=\/)_{1,2}/gu, (run) => '%5F'.repeat(run.length))
    .replaceAll('/', '___')
    .replace(DEVICE, (word) => percent(word.slice(0, 1)) + word.slice(1))
  return byteLength(stem) <= LONGEST && stem !== '' && pageName(stem, 'triple-lowbar') === name
    ? stem
    : undefined
}

/** A stem for a name that has none of its own: what can be kept of it, and a mark that tells it from others. */
export function markedStem(name: string, mark: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{M}\p{N} _-]+/gu, ' ').trim()
  let kept = ''
  let bytes = 0
  for (const sign of plain) {
    bytes += byteLength(sign)
    if (bytes > LONGEST - 20) break
    kept += sign
  }
  return `${kept.trimEnd()} ${mark}`.trimStart()
}

/** The page's name as a file name says it. `.` stays a dot in either form: `v0.6.1` is no namespace. */
export function pageName(stem: string, format: NameFormat): string {
  const slashed = format === 'triple-lowbar' ? stem.replaceAll('___', '/') : stem
  return slashed.replaceAll(ESCAPED, (run) => decoded(run)).trim()
}

/** A file's name as the address of a link: letters and digits of any script stay readable. */
export function assetAddress(fileName: string): string {
  return fileName.replaceAll(/[^\p{L}\p{M}\p{N}._~-]/gu, percent)
}

/** `%XX` runs decoded; a run that is no UTF-8 stays as written. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function percent(mark: string): string {
  const unit = mark.codePointAt(0)!
  return unit < 0x80
    ? `%${unit.toString(16).toUpperCase().padStart(2, '0')}`
    : encodeURIComponent(mark.toWellFormed())
}

function byteLength(text: string): number {
  let bytes = 0
  for (const sign of text) {
    const point = sign.codePointAt(0)!
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}
