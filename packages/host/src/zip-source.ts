/**
 * Reads the notes of a zip archive. The reader checks the claims of an archive: the number of entries, their sizes, and
 * that no path leads out of it. Nothing is written to a path that an archive names.
 */
import { isUtf8 } from 'node:buffer'
import { crc32, inflateRawSync } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import { LIMITS } from '@notegraph/contract'
import { Unreadable, type FolderSource } from '@notegraph/service'
import { fromFdPromise, getFileNameLowLevel, validateFileName, type Entry, type ZipFile } from 'yauzl'

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
    if (typeof entries === 'string') return { ok: false, why: entries }
    return { ok: true, source: sourceOf(zip, withoutWrapper(entries.named), entries.leftOut) }
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

interface Entries {
  /** By path; the first wins if two have the same path. */
  readonly named: ReadonlyMap<string, Entry>
  /** Why the others were left out, by name: of one in an unknown character set, what is ASCII. */
  readonly leftOut: ReadonlyMap<string, string>
}

/** @returns a message if the archive is invalid */
async function entriesOf(zip: ZipFile): Promise<Entries | string> {
  const { importEntries, importContents, importDirectory } = LIMITS
  const tooMany = `The archive contains more than ${importEntries.toLocaleString('en')} files.`
  if (zip.entryCount > importEntries) return tooMany
  const named = new Map<string, Entry>()
  const leftOut = new Map<string, string>()
  let bytes = 0
  let directory = 0
  let count = 0
  for await (const entry of zip.eachEntry()) {
    if (++count > importEntries) return tooMany
    bytes += entry.uncompressedSize
    directory += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    if (directory > importDirectory) return 'The list of files in the archive is too long.'
    if (bytes > importContents) return `The archive unpacks to more than ${importContents / GIB} GB.`
    if (!isFile(entry)) continue
    const name = nameOf(entry)
    if (name === undefined) {
      leftOut.set(entry.fileNameRaw.toString('latin1').replaceAll(/[^ -~]/g, '\uFFFD'), UNKNOWN_NAME)
      continue
    }
    const fault = validateFileName(name)
    if (fault !== null) return wordsOf(fault)
    // No disk has NUL in a path, and stores keep none. Some programs begin every path with `./`.
    const path = name.replaceAll('\0', '\uFFFD').replaceAll(/(?<![^/])(?:\.\/)+/g, '')
    const before = named.get(path)
    if (!before) named.set(path, entry)
    else if (before.crc32 !== entry.crc32) leftOut.set(path, TWICE)
  }
  return { named, leftOut }
}

/** The flag of a name in UTF-8. */
const UTF8 = 0x800

/**
 * The name of an entry. Archives of Linux and macOS have UTF-8 without the flag that says so, and hardly any other text
 * is valid UTF-8. Some archives have the flag, and names in another character set.
 *
 * @returns `undefined` if the archive does not say the character set
 */
function nameOf({ fileNameRaw, generalPurposeBitFlag: flag, extraFields }: Entry): string | undefined {
  const name = getFileNameLowLevel(flag | UTF8, fileNameRaw, extraFields, false)
  return name.includes('\uFFFD') && !isUtf8(fileNameRaw) ? undefined : name
}

const OF_NOTES: ReadonlySet<string> = new Set(['pages', 'journals', 'assets', 'whiteboards', 'logseq'])

/** The folders around a Logseq folder. */
const AROUND_NOTES = /^(?:[^/]+\/)+?(?=(?:pages|journals|logseq)\/)/u
/** A file such as `.DS_Store`, which macOS puts beside a folder. */
const HIDDEN_FILE = /^\.[^/]*$/u

/** Removes a single top folder that contains everything else, or all folders around a Logseq folder. */
function withoutWrapper(entries: ReadonlyMap<string, Entry>): ReadonlyMap<string, Entry> {
  const paths = [...entries.keys()].filter((path) => !HIDDEN_FILE.test(path))
  const top = /^[^/]+\//u.exec(paths[0] ?? '')?.[0]
  if (top === undefined) return entries
  const around = paths.map((path) => AROUND_NOTES.exec(path)?.[0]).find((one) => one !== undefined)
  const isWrapper = (folder: string | undefined): boolean =>
    // Without `x/`, the path `x//y` begins at the root.
    folder !== undefined && paths.every((path) => path.startsWith(folder) && path[folder.length] !== '/')
  // People name a graph `logseq`, as the folder of its settings.
  const tops = OF_NOTES.has(top.slice(0, -1)) ? [around === 'logseq/' ? around : undefined] : [around, top]
  const wrapper = tops.find(isWrapper) ?? ''
  return new Map(
    Array.from(entries, ([path, entry]) => [
      path.startsWith(wrapper) ? path.slice(wrapper.length) : path,
      entry,
    ]),
  )
}

function sourceOf(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  leftOut: ReadonlyMap<string, string>,
): FolderSource {
  return {
    paths: async () => [...entries.keys()],
    leftOut: () => leftOut,
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

/** The most bytes of a file that are unpacked at once. */
const AT_ONCE = MIB
const DEFLATED = 8

/** The checksum is checked here, and the length where the content is unpacked. */
async function bytesOf(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const { compressionMethod, compressedSize, uncompressedSize } = entry
  const isSmall = Math.max(compressedSize, uncompressedSize) <= AT_ONCE
  let bytes: Buffer
  try {
    bytes =
      compressionMethod === DEFLATED && isSmall
        ? await unpacked(zip, entry)
        : await buffer(await zip.openReadStreamPromise(entry))
  } catch {
    throw new Unreadable(DAMAGED)
  }
  if (crc32(bytes) !== entry.crc32) throw new Unreadable(DAMAGED)
  return bytes
}

/** Without a stream, whose memory Node keeps until it collects garbage: that of thousands of notes adds up. */
async function unpacked(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const { uncompressedSize: size } = entry
  const packed = await buffer(await zip.openReadStreamPromise(entry, { decodeFileData: false }))
  const bytes = inflateRawSync(packed, {
    chunkSize: Math.max(size + 1, LEAST_CHUNK),
    maxOutputLength: size + 1,
  })
  if (bytes.length !== size) throw new RangeError('the length is not that of the directory')
  return bytes
}

/** The least that Node takes. */
const LEAST_CHUNK = 64

const UNKNOWN_NAME =
  'The archive does not say which characters the name has. Unpack the archive and import the folder, or create the archive with names in UTF-8.'
const TWICE =
  'The archive has several files of this path, and only the first was read. Unpack the archive, rename the others and import the folder.'
const DAMAGED = 'The file is damaged, or its compression method is not supported.'
