/**
 * One file to import, recognized by its content: a zip archive of notes, a JSON export of Roam Research, or an OPML
 * outline. The last two become a folder of one file.
 */
import { fstatSync, readSync } from 'node:fs'
import { LIMITS } from '@notegraph/contract'
import { Unreadable, type FolderSource } from '@notegraph/service'
import type { OpenedZip } from './zip-source.ts'

/** Bytes at the start of a file that identify its kind. */
const HEAD = 65_536
const MIB = 2 ** 20
/** The page name of an outline if the file has none. */
const UNNAMED = 'Outline'

/**
 * Opens a file to import as a folder of notes.
 *
 * @param fd open for reading; the caller closes it after the last read
 * @param stem the file name without its extension; names the page of an outline without a title
 * @returns the folder, or the reason why the file is not one of the known kinds
 * @example
 * ```ts
 * const opened = await openImportFile(openSync('notes.zip', 'r'), 'notes')
 * ```
 */
export async function openImportFile(fd: number, stem: string = UNNAMED): Promise<OpenedZip> {
  const kind = kindOf(await textOf(readAt(fd, HEAD)))
  if (kind !== undefined) return { ok: true, source: oneFile(fd, `${stem}.${kind}`) }
  const { openZip } = await import('./zip-source.ts')
  return openZip(fd)
}

/** Decodes the start of a file, which can end amid a character and name an encoding that nobody knows. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const { encodingOf } = await import('@notegraph/folder')
  try {
    return new TextDecoder(encodingOf(bytes)).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function kindOf(head: string): 'json' | 'opml' | undefined {
  if (/^\s*\[\s*\{/u.test(head) && /"(?:title|string)"/u.test(head)) return 'json'
  return /^\s*</u.test(head) && /<opml[\s>]/iu.test(head) ? 'opml' : undefined
}

function oneFile(fd: number, path: string): FolderSource {
  return {
    paths: async () => [path],
    async read(asked) {
      const { size, mtimeMs } = fstatSync(fd)
      if (asked !== path) throw new Unreadable('The file is missing.')
      if (size > LIMITS.fileBytes)
        throw new Unreadable(`The file is larger than ${LIMITS.fileBytes / MIB} MB.`)
      return { bytes: readAt(fd, size), modifiedAt: Math.floor(mtimeMs) }
    },
  }
}

/** Reads up to `most` bytes from the start. */
function readAt(fd: number, most: number): Buffer {
  const bytes = Buffer.alloc(most)
  let length = 0
  for (let read = 1; read > 0 && length < most; length += read)
    read = readSync(fd, bytes, length, most - length, length)
  return bytes.subarray(0, length)
}
