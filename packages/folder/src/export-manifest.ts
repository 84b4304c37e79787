/**
 * The manifest of an exported folder, `logseq/notegraph.json`, for data that Markdown cannot express. Each page has one
 * line: its id and times, those of its blocks in outline order, and a hash of its file. The line applies only while the
 * file has the same hash; an edited file is read like any other. If the text alone would read back differently, the
 * line also contains the full words. One example is a line that begins with `- ` inside a block. An import then
 * restores the same graph.
 */
import { isRecordId } from '@notegraph/graph'
import { parseClean } from './clean-text.ts'
import type { DraftText } from './draft.ts'
import { isObject } from './json-object.ts'

/** The id, the time of creation and the time of the last change, in milliseconds since 1970. */
export type ManifestItem = readonly [id: string, createdAt: number, updatedAt: number]
/** A text; names of files replace their addresses. */
export type ManifestText = string | readonly (string | { readonly asset: string })[]

/** The full words of a page. */
export interface ManifestWords {
  readonly name: string
  readonly props: readonly (readonly [key: string, value: ManifestText])[]
  readonly blocks: readonly (readonly [depth: number, content: ManifestText])[]
}

/** The line of one page. */
export interface ManifestEntry {
  readonly file: string
  readonly hash: string
  readonly page: ManifestItem
  readonly blocks: readonly ManifestItem[]
  readonly shapes?: readonly ManifestItem[]
  readonly words?: ManifestWords
  /** Present on a favorite of a folder whose settings list none. */
  readonly favorite?: true
}

/** Lines by the path of their file. */
export interface Manifest {
  readonly get: (path: string) => ManifestEntry | undefined
  /** The paths of its files. */
  readonly paths: () => Iterable<string>
}

/** The path of the manifest. */
export const MANIFEST_PATH = 'logseq/notegraph.json'
/** The path of the manifest in a folder that Obsidian opens. */
export const VAULT_MANIFEST_PATH = '.obsidian/notegraph.json'

/** Collects the lines of a manifest. It keeps bytes, which take a fifth of the memory of entries. */
export interface ManifestWriter {
  /** Adds the entry of one file. */
  add(entry: ManifestEntry): void
  /** Returns the bytes of the file in pieces. */
  pieces(): Iterable<Uint8Array>
}

/**
 * Creates a writer.
 *
 * @example
 * new TextDecoder().decode([...manifestWriter().pieces()][0]) // '[]\n'
 */
export function manifestWriter(): ManifestWriter {
  const utf8 = new TextEncoder()
  const lines: { readonly file: string; readonly line: Uint8Array }[] = []
  return {
    add: (entry) => void lines.push({ file: entry.file, line: utf8.encode(JSON.stringify(entry)) }),
    *pieces() {
      if (lines.length === 0) yield utf8.encode('[]\n')
      for (const [i, { line }] of lines.toSorted((a, b) => (a.file < b.file ? -1 : 1)).entries()) {
        yield utf8.encode(i === 0 ? '[\n' : ',\n')
        yield line
      }
      if (lines.length > 0) yield utf8.encode('\n]\n')
    },
  }
}

/**
 * Builds the manifest of an exported folder as one text.
 *
 * @example
 * writeManifest([]) // { path: 'logseq/notegraph.json', text: '[]\n' }
 */
export function writeManifest(entries: readonly ManifestEntry[]): {
  readonly path: string
  readonly text: string
} {
  const writer = manifestWriter()
  for (const entry of entries) writer.add(entry)
  const utf8 = new TextDecoder()
  return { path: MANIFEST_PATH, text: Array.from(writer.pieces(), (piece) => utf8.decode(piece)).join('') }
}

/** The beginning of a line as an export writes it. */
const LINE = /^\{"file":("(?:[^"\\]|\\.){1,4096}"),/u

/**
 * Reads a manifest. Any text is accepted; invalid lines are ignored. Each line is parsed when it is asked for.
 * So the entries of a large graph are not in memory at once.
 *
 * @example
 * [...readManifest('[]').paths()] // []
 */
export function readManifest(text: string): Manifest {
  const lines = exportedLines(text)
  if (lines)
    return {
      paths: () => lines.keys(),
      get: (path) => entriesIn(`[${lines.get(path)?.replace(/,$/u, '') ?? ''}]`)[0],
    }
  const entries = new Map(entriesIn(text).map((entry) => [entry.file, entry]))
  return { paths: () => entries.keys(), get: (path) => entries.get(path) }
}

/** Returns the lines by file; `undefined` if the text has another form. */
function exportedLines(text: string): ReadonlyMap<string, string> | undefined {
  if (!text.startsWith('[\n{')) return undefined
  const lines = new Map<string, string>()
  for (const line of text.split('\n').slice(1)) {
    if (line === ']' || line === '') continue
    const file = LINE.exec(line)?.[1]
    if (file === undefined) return undefined
    try {
      lines.set(JSON.parse(file) as string, line)
    } catch {
      return undefined
    }
  }
  return lines
}

function entriesIn(json: string): ManifestEntry[] {
  try {
    const values = parseClean(json)
    return Array.isArray(values) ? values.filter((value) => isEntry(value)) : []
  } catch {
    return []
  }
}

/** Replaces file addresses with names of files. */
export function toManifestText({ text, assets }: DraftText): ManifestText {
  if (assets.length === 0) return text
  const parts: (string | { asset: string })[] = []
  let done = 0
  for (const { start, end, path } of assets) {
    parts.push(text.slice(done, start), { asset: path })
    done = end
  }
  return [...parts, text.slice(done)]
}

/**
 * Replaces names of files with addresses.
 *
 * @param address returns the address of a file in words
 */
export function fromManifestText(text: ManifestText, address: (path: string) => string): DraftText {
  if (typeof text === 'string') return { text, assets: [] }
  const assets = []
  let whole = ''
  for (const part of text) {
    const words = typeof part === 'string' ? part : address(part.asset)
    if (typeof part !== 'string')
      assets.push({ start: whole.length, end: whole.length + words.length, path: part.asset })
    whole += words
  }
  return { text: whole, assets }
}

const isStamp = (value: unknown): boolean => Number.isSafeInteger(value)
const isItem = (value: unknown): boolean =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  isRecordId(value[0]) &&
  isStamp(value[1]) &&
  isStamp(value[2])
const areItems = (value: unknown): boolean => Array.isArray(value) && value.every((item) => isItem(item))
const isText = (value: unknown): boolean =>
  typeof value === 'string' ||
  (Array.isArray(value) &&
    value.every((part) => typeof part === 'string' || (isObject(part) && typeof part['asset'] === 'string')))

function isEntry(value: unknown): value is ManifestEntry {
  if (!isObject(value) || typeof value['file'] !== 'string' || typeof value['hash'] !== 'string') return false
  if (!isItem(value['page']) || !areItems(value['blocks'])) return false
  if (value['shapes'] !== undefined && !areItems(value['shapes'])) return false
  return value['words'] === undefined || isWords(value['words'])
}

function isWords(value: unknown): boolean {
  if (!isObject(value) || typeof value['name'] !== 'string') return false
  const { props, blocks } = value
  if (!Array.isArray(props) || !Array.isArray(blocks)) return false
  return (
    props.every((prop) => Array.isArray(prop) && typeof prop[0] === 'string' && isText(prop[1])) &&
    blocks.every((block) => Array.isArray(block) && Number.isSafeInteger(block[0]) && isText(block[1]))
  )
}
