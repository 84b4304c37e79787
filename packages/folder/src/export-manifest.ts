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
}

/** Lines by the path of their file. */
export type Manifest = ReadonlyMap<string, ManifestEntry>

/** The path of the manifest. */
export const MANIFEST_PATH = 'logseq/notegraph.json'

/**
 * Builds the manifest of an exported folder.
 *
 * @example
 * writeManifest([]) // { path: 'logseq/notegraph.json', text: '[]\n' }
 */
export function writeManifest(entries: readonly ManifestEntry[]): {
  readonly path: string
  readonly text: string
} {
  const lines = entries.toSorted((a, b) => (a.file < b.file ? -1 : 1)).map((entry) => JSON.stringify(entry))
  return { path: MANIFEST_PATH, text: lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n` }
}

/**
 * Parses a manifest. Any text is accepted; invalid lines are ignored.
 *
 * @example
 * readManifest('[]').size // 0
 */
export function readManifest(text: string): Manifest {
  let lines: unknown
  try {
    lines = parseClean(text)
  } catch {
    lines = []
  }
  const entries = Array.isArray(lines) ? lines.filter((line) => isEntry(line)) : []
  return new Map(entries.map((entry) => [entry.file, entry]))
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
