/** Files of a folder that hold pages of another outliner, opened by their content: a JSON export of Roam, and OPML. */
import type { ReadResult } from './draft.ts'
import type { FolderReader } from './folder-reader.ts'
import { mayHoldPages, readPages } from './page-files.ts'
import type { FolderPlan } from './plan.ts'
import { decodeText } from './source.ts'

export interface PageFile {
  /** Each is read as it is asked for. */
  readonly pages: Iterable<ReadResult>
  readonly modifiedAt: number
}

export interface PageFileSources {
  readonly plan: FolderPlan
  readonly reader: FolderReader
  /** The longest such file, in bytes. */
  readonly longest: number | undefined
  readonly unread: (path: string, why: string) => void
  /** Runs work that nothing can interrupt. */
  readonly watched?: <T>(path: string, work: () => T) => T
}

const MIB = 2 ** 20
/** So much of a file tells whether it may be an export. */
const HEAD = 65_536

/** @returns `'unread'` where it holds pages that cannot be read, and nothing where it is a file like any other */
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
  if (file.bytes.byteLength > longest) return refuse(`It is larger than ${longest / MIB} MB.`)
  const decoded = decodeText(file.bytes)
  if ('why' in decoded) return refuse(decoded.why)
  const pages = watched(path, () => readPages(plan, path, decoded.text))
  return pages && { pages, modifiedAt: file.modifiedAt }
}

/** Every `.opml` is meant to hold a page; most JSON is something else. */
function looksLikePages(path: string, bytes: Uint8Array): boolean {
  if (!path.toLowerCase().endsWith('.json')) return true
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD))
  return /^\s*\[\s*\{/u.test(head) && /"(?:title|string)"/u.test(head)
}
