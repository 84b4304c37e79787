/** Names for an account's files in an exported folder: distinct, stable, and valid on every file system. */
import { byteLength } from './file-name.ts'

const UNFIT = /[\\/:*?"<>|\p{Cc}]/gu
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i
/** Characters of a hash that distinguish files with the same name. */
const MARK = 8
/** The most bytes of a name without its hash; file systems allow 255. */
const LONGEST = 200
const LONGEST_ENDING = 20

/** A file of the account. */
export interface NamedFile {
  readonly id: string
  readonly name: string
  /** The hash of its bytes in hex. Default: its id. */
  readonly hash?: string
}

/**
 * Returns names by file id. Files that share a name get the beginning of their hash.
 *
 * @example
 * assetNames([{ id: 'f1', name: 'a/b.png' }]).get('f1') // 'a_b.png'
 */
export function assetNames(files: readonly NamedFile[]): Map<string, string> {
  const plain = new Map(files.map((file) => [file.id, safeFileName(file.name)]))
  const [once, twice] = [new Set<string>(), new Set<string>()]
  for (const name of [...plain.values()].map(caseless)) (once.has(name) ? twice : once).add(name)
  const isShared = (name: string) => twice.has(caseless(name))
  // Unshared names are reserved first, so that no generated name takes one.
  const taken = new Set([...plain.values()].filter((name) => !isShared(name)).map(caseless))
  const names = new Map<string, string>()
  const hashed = files.map(({ id, hash = id }) => ({ id, hash }))
  for (const { id, hash } of hashed.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))) {
    const name = plain.get(id)!
    names.set(id, isShared(name) ? distinct(name, hash, taken) : name)
  }
  return names
}

function distinct(name: string, hash: string, taken: Set<string>): string {
  const { stem, ending } = parts(name)
  const mark = `${stem}-${hash.slice(0, MARK)}`
  let marked = mark + ending
  for (let count = 2; taken.has(caseless(marked)); count++) marked = `${mark}-${count}${ending}`
  taken.add(caseless(marked))
  return marked
}

/**
 * Returns a name for comparison, because some file systems ignore case.
 *
 * @example
 * caseless('Map.PNG') // 'MAP.PNG'
 */
export const caseless = (name: string): string => name.normalize('NFKC').toLowerCase().toUpperCase()

/**
 * A name of a file that every file system takes. A leading dot would hide the file, some systems drop a trailing dot or
 * space, and Windows keeps some names for devices.
 *
 * @example
 * safeFileName('a/b: c.png') // 'a_b_ c.png'
 */
export function safeFileName(name: string): string {
  const plain = name
    .toWellFormed()
    .replaceAll(UNFIT, '_')
    .replace(/^\./, '_')
    .replace(/[. ]+$/, '')
    .replace(DEVICE, '_$&')
  if (plain === '') return 'file'
  const { stem, ending } = parts(plain)
  return cut(stem, LONGEST - byteLength(ending)) + ending
}

function parts(name: string): { stem: string; ending: string } {
  const dot = name.lastIndexOf('.')
  const ending = name.slice(dot)
  if (dot <= 0 || byteLength(ending) > LONGEST_ENDING) return { stem: name, ending: '' }
  return { stem: name.slice(0, dot), ending }
}

function cut(text: string, bytes: number): string {
  if (byteLength(text) <= bytes) return text
  let kept = ''
  let used = 0
  for (const sign of text) {
    used += byteLength(sign)
    if (used > bytes) break
    kept += sign
  }
  return kept
}
