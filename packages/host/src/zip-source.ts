/**
 * Reads the notes of a zip archive. The reader checks the claims of an archive: the number of entries, their sizes, and
 * that no path leads out of it. Nothing is written to a path that an archive names.
 */
import { crc32 } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import { LIMITS } from '@notegraph/contract'
import { Unreadable, type FolderSource } from '@notegraph/service'
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl'

export type OpenedZip =
  | { readonly ok: true; readonly source: FolderSource }
  /** A message for people. */
  | { readonly ok: false; readonly why: string }

const NO_ZIP = 'The file is not a zip archive, or is incomplete.'
const GIB = 2 ** 30
const MIB = 2 ** 20

/** Notes, which are read whole. */
const TEXT = /\.(?:md|markdown|org|edn)$/i

/** Leaves out folders, links, and the extra files that macOS adds. */
const isFile = ({ fileName, externalFileAttributes }: Entry): boolean =>
  !fileName.endsWith('/') &&
  !fileName.startsWith('__MACOSX/') &&
  ((externalFileAttributes >>> 16) & 0o170000) !== 0o120000

/** @param fd the archive; the caller closes it after the last read */
export async function openZip(fd: number): Promise<OpenedZip> {
  try {
    const zip = await fromFdPromise(fd, { autoClose: false, strictFileNames: false })
    const entries = await entriesOf(zip)
    return typeof entries === 'string'
      ? { ok: false, why: entries }
      : { ok: true, source: sourceOf(zip, withoutWrapper(entries)) }
  } catch (error) {
    return { ok: false, why: wordsOf((error as Error).message) }
  }
}

const LEADS_OUT = /^(?:invalid relative path|absolute path): (.*)$/s

function wordsOf(fault: string): string {
  const path = LEADS_OUT.exec(fault)?.[1]
  return path === undefined
    ? NO_ZIP
    : `The archive contains a path that leads out of it: ${JSON.stringify(path)}.`
}

/** Entries by path; the first wins if two have the same path. @returns a message if the archive is invalid */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry> | string> {
  const { importEntries, importContents, importDirectory } = LIMITS
  const tooMany = `The archive contains more than ${importEntries.toLocaleString('en')} files.`
  if (zip.entryCount > importEntries) return tooMany
  const entries = new Map<string, Entry>()
  let bytes = 0
  let directory = 0
  let count = 0
  for await (const entry of zip.eachEntry()) {
    if (++count > importEntries) return tooMany
    bytes += entry.uncompressedSize
    directory += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    if (directory > importDirectory) return 'The list of files in the archive is too long.'
    if (bytes > importContents) return `The archive unpacks to more than ${importContents / GIB} GB.`
    const path = entry.fileName.replaceAll('\0', '\uFFFD') // no disk has NUL in a path, and stores keep none
    if (isFile(entry) && !entries.has(path)) entries.set(path, entry)
  }
  return entries
}

const OF_NOTES: ReadonlySet<string> = new Set(['pages', 'journals', 'assets', 'whiteboards', 'logseq'])

/** Removes a single top folder that contains everything else. */
function withoutWrapper(entries: ReadonlyMap<string, Entry>): ReadonlyMap<string, Entry> {
  const paths = [...entries.keys()]
  const tops = new Set(paths.map((path) => path.slice(0, path.indexOf('/') + 1)))
  const [top = ''] = tops
  if (tops.size !== 1 || top === '' || OF_NOTES.has(top.slice(0, -1))) return entries
  // Without `x/`, the path `x//y` begins at the root.
  if (paths.some((path) => path.startsWith('/', top.length))) return entries
  return new Map(Array.from(entries, ([path, entry]) => [path.slice(top.length), entry]))
}

function sourceOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>): FolderSource {
  return {
    paths: async () => [...entries.keys()],
    async read(path) {
      const entry = entries.get(path)
      if (!entry) throw new Unreadable('The file is not in the archive.')
      const most = TEXT.test(path) ? LIMITS.importNote : LIMITS.fileBytes
      if (entry.uncompressedSize > most) throw new Unreadable(`The file is larger than ${most / MIB} MB.`)
      if (entry.isEncrypted())
        throw new Unreadable('The file is encrypted. Create the archive without a password.')
      return { bytes: await bytesOf(zip, entry), modifiedAt: entry.getLastModDate().getTime() }
    },
  }
}

/** The zip reader checks the length of the content, and this function its checksum. */
async function bytesOf(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  let bytes: Buffer
  try {
    bytes = await buffer(await zip.openReadStreamPromise(entry))
  } catch {
    throw new Unreadable(DAMAGED)
  }
  if (crc32(bytes) !== entry.crc32) throw new Unreadable(DAMAGED)
  return bytes
}

const DAMAGED = 'The file is damaged, or its compression method is not supported.'
