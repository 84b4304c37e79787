/**
 * The words of an address of a site: letters and digits of any script in lower case, with single hyphens between them. They
 * are the name of a file of the static folder too, so every file system takes them.
 * @see sharing 4, 9
 */

/** The most bytes of the words; file systems allow 255 with a number and an ending. */
const LONGEST = 120

/**
 * The words of a name; empty for a name without letters and digits.
 *
 * @example
 * addressWords('Ada Lovelace, 1815') // 'ada-lovelace-1815'
 * addressWords('???') // ''
 */
export function addressWords(name: string): string {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-/, '')
  if (!/[\p{L}\p{N}]/u.test(words)) return ''
  let kept = ''
  let bytes = 0
  for (const sign of words) {
    bytes += Buffer.byteLength(sign)
    if (bytes > LONGEST) break
    kept += sign
  }
  return kept.replace(/-$/, '')
}

/**
 * The address of a file: the words of its name, and its ending.
 *
 * @example
 * fileWords('My Boat.PNG') // ['my-boat', '.png']
 */
export function fileWords(name: string): readonly [words: string, ending: string] {
  const ending = /(?<=[^.])\.[a-z0-9]{1,10}$/i.exec(name)?.[0] ?? ''
  return [addressWords(name.slice(0, name.length - ending.length)) || 'file', ending.toLowerCase()]
}

/** Two words with the same key are one file on some file system. */
export const caseless = (words: string): string => words.normalize('NFKC').toLowerCase().toUpperCase()
