/**
 * The pictures and files of a static site. Each has the path of its content, so that the same bytes on many pages are one
 * file, and never the path of its id.
 * @see sharing 2, 4
 */
import { safeFileName, type FileContent, type SharedFile } from '@notegraph/service'
import type { Blobs } from '@notegraph/store'
import { inertName, needsText } from './inert-file.ts'

/** Vector pictures up to this size are checked for scripts. */
const MOST_TEXT = 5_000_000
/** Digits of a hash that tell contents apart. */
const MARK = 16

/** The files that the pages of a site show. */
export interface SiteFiles {
  /** Writes the file if no page before it did. @returns its path; undefined if its bytes are lost */
  add(file: SharedFile): Promise<string | undefined>
  /** The number of files. */
  count(): number
  /** The names of files whose bytes are lost. */
  missing(): readonly string[]
}

/**
 * Collects the files of a site.
 *
 * @param write writes a file of the folder
 * @example
 * const files = siteFiles(blobs, 'me', (path, content) => target.write(path, content))
 */
export function siteFiles(
  blobs: Pick<Blobs, 'get' | 'open'>,
  accountId: string,
  write: (path: string, content: FileContent) => Promise<void>,
): SiteFiles {
  const paths = new Map<string, string | undefined>()
  /** By their paths in lower case: two names of the same content may be one file. */
  const written = new Map<string, string>()
  const missing = new Set<string>()

  async function place({ name, hash }: SharedFile): Promise<string | undefined> {
    const safe = safeFileName(name)
    const picture = needsText(safe) ? await blobs.get(accountId, hash) : undefined
    const path = `files/${hash.slice(0, MARK)}/${inertName(safe, picture && textOf(picture))}`
    const earlier = written.get(path.toLowerCase())
    if (earlier !== undefined) return earlier
    const content = picture ?? (await blobs.open(accountId, hash))
    if (!content) return undefined
    await write(path, content)
    written.set(path.toLowerCase(), path)
    return path
  }

  return {
    async add(file) {
      const key = `${file.hash}/${file.name}`
      if (!paths.has(key)) paths.set(key, await place(file))
      const path = paths.get(key)
      if (path === undefined) missing.add(file.name)
      return path
    },
    count: () => written.size,
    missing: () => [...missing],
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.length > MOST_TEXT) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
