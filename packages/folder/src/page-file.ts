/**
 * Files of a folder that contain another outliner's pages: a JSON export of Roam, or OPML. The content of a file
 * decides.
 */
import type { ReadResult } from './draft.ts'
import type { FolderReader } from './folder-reader.ts'
import { mayHoldPages, readPages } from './page-files.ts'
import type { FolderPlan } from './plan.ts'
import { decodeText, encodingOf } from './source.ts'

/** An opened export. */
export interface PageFile {
  /** The pages, each read on demand. */
  readonly pages: Iterable<ReadResult>
  readonly modifiedAt: number
}

/** The parts that opening an export needs. */
export interface PageFileSources {
  readonly plan: FolderPlan
  readonly reader: FolderReader
  /** The most bytes of an export. */
  readonly longest: number | undefined
  readonly unread: (path: string, why: string) => void
  /** Runs the synchronous work on one file. */
  readonly watched?: <T>(path: string, work: () => T) => T
}

const MIB = 2 ** 20
/** The bytes that decide whether a file can be an export. */
const HEAD = 65_536

/**
 * Opens a file if it is an export.
 *
 * @returns `'unread'` for an export that cannot be read, and `undefined` for any other file
 * @example
 * const source = { paths: async () => [], read: async () => ({ bytes: new Uint8Array(), modifiedAt: 1 }) }
 * const plan = planFolder(['cat.png'])
 * const reader = folderReader(source, () => {})
 * await openPageFile('cat.png', { plan, reader, longest: undefined, unread: () => {} }) // undefined
 */
export async function openPageFile(
  path: string,
  { plan, reader, longest = Infinity, unread, watched = (_, work) => work() }: PageFileSources,
): Promise<PageFile | 'unread' | undefined> {
  if (!mayHoldPages(plan, path)) return undefined
  const file = await reader.file(path)
  if (!file) return 'unread'
  if (!looksLikePages(path, file.bytes)) return undefined
  const refuse = (why: string): 'unread' => {
    unread(path, why)
    return 'unread'
  }
  if (file.bytes.byteLength > longest) return refuse(`The file is larger than ${longest / MIB} MB.`)
  const decoded = decodeText(file.bytes)
  if ('why' in decoded) return refuse(decoded.why)
  const pages = watched(path, () => readPages(plan, path, decoded.text))
  return pages && { pages, modifiedAt: file.modifiedAt }
}

/** Every `.opml` file should contain a page; most JSON files do not. */
function looksLikePages(path: string, bytes: Uint8Array): boolean {
  if (!path.toLowerCase().endsWith('.json')) return true
  const head = new TextDecoder(encodingOf(bytes)).decode(bytes.subarray(0, HEAD))
  return /^\s*\[\s*\{/u.test(head) && /"(?:title|string)"/u.test(head)
}
