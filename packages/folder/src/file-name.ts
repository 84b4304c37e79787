/**
 * Page names as file names. Logseq writes `/` as `___` (`:triple-lowbar`) or as `%2F` (`:legacy`), and percent-encodes
 * characters that file systems reject. A name that cannot be restored from its file gets a `title::` line. An encoding
 * therefore only has to be distinct, stable and readable.
 */

/** The format of names in a Logseq folder. */
export type NameFormat = 'triple-lowbar' | 'legacy'

const RESERVED = /[\p{Cc}<>:"\\|?*#]|%(?=[0-9a-f]{2})|^\./giu
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/iu
const ESCAPED = /(?:%[0-9a-f]{2})+/giu
/** The most bytes of a file name without its ending; file systems allow 255 with it. */
const LONGEST = 180

/**
 * Returns the file name of a page, without folder and ending. Returns `undefined` if the name is empty, too long, or
 * would read back differently.
 *
 * @example
 * fileStem('Books/Dune') // 'Books___Dune'
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

/** Returns a stem for a name without a stem of its own: its readable characters, and a distinct mark. */
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

/**
 * Returns the page's name in a file name. A `.` stays a dot in both formats, because `v0.6.1` is not a namespace.
 *
 * @example
 * pageName('Books___Dune', 'triple-lowbar') // 'Books/Dune'
 */
export function pageName(stem: string, format: NameFormat): string {
  const slashed = format === 'triple-lowbar' ? stem.replaceAll('___', '/') : stem
  return slashed.replaceAll(ESCAPED, (run) => decoded(run)).trim()
}

/** Encodes a file's name as the address of a link. Letters and digits of any script stay readable. */
export function assetAddress(fileName: string): string {
  return fileName.replaceAll(/[^\p{L}\p{M}\p{N}._~-]/gu, percent)
}

/** Decodes `%XX` runs; a run that is not UTF-8 stays as written. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Percent-encodes one character. */
export function percent(mark: string): string {
  const unit = mark.codePointAt(0)!
  return unit < 0x80
    ? `%${unit.toString(16).toUpperCase().padStart(2, '0')}`
    : encodeURIComponent(mark.toWellFormed())
}

/** The bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  let bytes = 0
  for (const sign of text) {
    const point = sign.codePointAt(0)!
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}
