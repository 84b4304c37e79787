/** Names for an account's files in an exported folder: distinct, stable, and valid on every file system. */
import type { FileEntry, UnlinkedFile } from '@notegraph/store'

const UNFIT = /[\\/:*?"<>|\p{Cc}]/gu
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i
/** Characters of a hash that distinguish files with the same name. */
const MARK = 8
/** The most bytes of a name without its hash; file systems allow 255. */
const LONGEST = 200
const LONGEST_ENDING = 20

/** @returns names by file id; files that share a name get the beginning of their content's hash */
export function assetNames(files: readonly FileEntry[]): Map<string, string> {
  const plain = new Map(files.map((file) => [file.id, safeFileName(file.name)]))
  const uses = Map.groupBy(plain.values(), caseless)
  const isShared = (name: string) => uses.get(caseless(name))!.length > 1
  // Unshared names are reserved first, so that no generated name takes one.
  const taken = new Set([...plain.values()].filter((name) => !isShared(name)).map(caseless))
  const names = new Map<string, string>()
  for (const { id, hash } of files.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))) {
    const name = plain.get(id)!
    names.set(id, isShared(name) ? distinct(name, hash, taken) : name)
  }
  return names
}

/**
 * Paths below `assets/` for imported files that no text links to. Each keeps its original path, because its users find
 * it there. A file with an unknown or taken path is left out, and gets its name.
 */
export function broughtPaths(
  unlinked: readonly UnlinkedFile[],
  names: ReadonlyMap<string, string>,
): Map<string, string> {
  const files = new Map(Array.from(names, ([id, name]) => [caseless(name), id]))
  const folders = new Set<string>()
  const paths = new Map<string, string>()
  for (const { id, path } of unlinked) {
    if (path === undefined) continue
    const parts = path
      .replace(/^assets\//, '')
      .split('/')
      .map(safeFileName)
    const brought = parts.join('/')
    const above = parts.slice(1).map((_, i) => caseless(parts.slice(0, i + 1).join('/')))
    const holder = files.get(caseless(brought)) ?? id
    if (holder !== id || folders.has(caseless(brought)) || above.some((folder) => files.has(folder))) continue
    files.set(caseless(brought), id)
    for (const folder of above) folders.add(folder)
    paths.set(id, brought)
  }
  return paths
}

function distinct(name: string, hash: string, taken: Set<string>): string {
  const { stem, ending } = parts(name)
  const mark = `${stem}-${hash.slice(0, MARK)}`
  let marked = mark + ending
  for (let count = 2; taken.has(caseless(marked)); count++) marked = `${mark}-${count}${ending}`
  taken.add(caseless(marked))
  return marked
}

const caseless = (name: string): string => name.normalize('NFKC').toLowerCase().toUpperCase()

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
  return cut(stem, LONGEST - Buffer.byteLength(ending)) + ending
}

function parts(name: string): { stem: string; ending: string } {
  const dot = name.lastIndexOf('.')
  const ending = name.slice(dot)
  if (dot <= 0 || Buffer.byteLength(ending) > LONGEST_ENDING) return { stem: name, ending: '' }
  return { stem: name.slice(0, dot), ending }
}

function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let kept = ''
  let used = 0
  for (const sign of text) {
    used += Buffer.byteLength(sign)
    if (used > bytes) break
    kept += sign
  }
  return kept
}
