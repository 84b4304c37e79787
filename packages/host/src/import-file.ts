/**
 * One file to be imported, known by its content: a zip archive of notes, a JSON export of Roam Research, or an outline in
 * OPML. The last two are a folder of one file.
 */
import { fstatSync, readSync } from 'node:fs'
import { LIMITS } from '@notegraph/contract'
import { Unreadable, type FolderSource } from '@notegraph/service'
import { openZip, type OpenedZip } from './zip-source.ts'

/** So many bytes tell what a file is. */
const HEAD = 65_536
const MIB = 2 ** 20
/** Where nobody said how a file is called. */
const UNNAMED = 'Outline'

/**
 * @param fd of the file; whoever opened it closes it, once nothing is read from it
 * @param stem the file's name without its ending, which names the page of an outline without a title
 */
export async function openImportFile(fd: number, stem: string = UNNAMED): Promise<OpenedZip> {
  const kind = kindOf(readAt(fd, HEAD).toString())
  return kind === undefined ? openZip(fd) : { ok: true, source: oneFile(fd, `${stem}.${kind}`) }
}

function kindOf(head: string): 'json' | 'opml' | undefined {
  if (/^\uFEFF?\s*\[\s*\{/u.test(head) && /"(?:title|string)"/u.test(head)) return 'json'
  return /^\uFEFF?\s*</u.test(head) && /<opml[\s>]/iu.test(head) ? 'opml' : undefined
}

function oneFile(fd: number, path: string): FolderSource {
  return {
    paths: async () => [path],
    async read(asked) {
      const { size, mtimeMs } = fstatSync(fd)
      if (asked !== path) throw new Unreadable('It is not there.')
      if (size > LIMITS.fileBytes) throw new Unreadable(`It is larger than ${LIMITS.fileBytes / MIB} MB.`)
      return { bytes: readAt(fd, size), modifiedAt: Math.floor(mtimeMs) }
    },
  }
}

/** As many bytes from the start, or all where there are fewer. */
function readAt(fd: number, most: number): Buffer {
  const bytes = Buffer.alloc(most)
  let length = 0
  for (let read = 1; read > 0 && length < most; length += read)
    read = readSync(fd, bytes, length, most - length, length)
  return bytes.subarray(0, length)
}
