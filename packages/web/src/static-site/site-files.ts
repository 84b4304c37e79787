/**
 * The pictures and files of a static site. Each has the path that it has on the server, so that it is one file, however
 * many pages show it.
 * @see sharing 2, 4, 9
 */
import type { FileContent, SharedFile } from '@notegraph/service'
import type { Blobs } from '@notegraph/store'
import { inertName, needsText } from './inert-file.ts'

/** Vector pictures up to this size are checked for scripts. */
const MOST_TEXT = 5_000_000
/** The files that the pages of a site show. */
export interface SiteFiles {
  /**
   * Writes the file if no page before it did.
   * @param name the last part of its address
   * @returns its path; undefined if its bytes are lost
   */
  add(name: string, file: Pick<SharedFile, 'name' | 'hash'>): Promise<string | undefined>
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
  const missing = new Set<string>()

  async function place(name: string, { hash }: Pick<SharedFile, 'hash'>): Promise<string | undefined> {
    const picture = needsText(name) ? await blobs.get(accountId, hash) : undefined
    const path = `files/${inertName(name, picture && textOf(picture))}`
    const content = picture ?? (await blobs.open(accountId, hash))
    if (!content) return undefined
    await write(path, content)
    return path
  }

  return {
    async add(name, file) {
      if (!paths.has(name)) paths.set(name, await place(name, file))
      const path = paths.get(name)
      if (path === undefined) missing.add(file.name)
      return path
    },
    count: () => [...paths.values()].filter((path) => path !== undefined).length,
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
