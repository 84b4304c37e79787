/** A folder on disk as a source of notes. */
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { opendir, readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { numbered } from '@notegraph/graph'
import { Unreadable, type FolderSource } from '../source.ts'
import { leadsOut, LEADS_OUT, linkOf } from './links.ts'

/** The most files of a folder. A vault of 30 years has about 100,000. */
const MOST_FILES = 1_000_000
/** The largest file to read, in bytes: a note or an attachment. */
const MOST_BYTES = 256 * 2 ** 20
/** Entries of a folder to read at once. With Node's 32, the steps between them take longer than the reading. */
const ENTRIES = 1_000

/** Options for a folder on disk. */
export interface DiskOptions {
  /** The most files. Default: 1,000,000. */
  readonly files?: number
  /** Whether to read hidden folders. By default only `.obsidian` is read, which has the settings of notes. */
  readonly hidden?: boolean
  /**
   * Whether to read a file synchronously, in a thread that serves nobody else. For short notes, asynchronous steps take
   * several times as long as the reading itself. Other work in the thread gets a turn every 5 ms.
   */
  readonly blocking?: boolean
  /** Whether to follow links out of the folder, to files and to folders. By default they are left out. */
  readonly followLinks?: boolean
}

/** Milliseconds. */
const TURN = 5

/**
 * Lists the files of a folder, sorted by path, and reads them. It follows links to files of the folder. A link to
 * one of its folders is not followed, because it lists those files at their own paths.
 *
 * @throws {RangeError} from `paths` if there are too many files; the file system's error if the folder does not exist
 * @example
 * const paths = await diskFolder('/home/ann/notes').paths()
 */
export function diskFolder(folder: string, options: DiskOptions = {}): FolderSource {
  const { files = MOST_FILES, hidden = false, blocking = false, followLinks = false } = options
  const leftOut = new Map<string, string>()
  const links = new Set<string>()
  let top: string | undefined
  let since = performance.now()

  /** @returns the folder to enter, the file to list, or `undefined` for a link that leads to neither */
  async function follow(path: string, entered: Set<string>): Promise<'folder' | 'file' | undefined> {
    top ??= await realpath(folder)
    const { kind, target } = await linkOf(join(folder, path))
    const isOut = target !== undefined && leadsOut(top, target)
    if (isOut && !followLinks) {
      leftOut.set(path, LEADS_OUT)
      return undefined
    }
    if (kind === 'file') {
      links.add(path)
      return 'file'
    }
    if (kind === 'other' || !isOut || entered.has(target)) return undefined
    entered.add(target)
    return 'folder'
  }

  return {
    async paths() {
      const paths: string[] = []
      const folders = ['']
      const entered = new Set<string>()
      leftOut.clear()
      for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
        for await (const entry of await opendir(join(folder, at), { bufferSize: ENTRIES })) {
          const path = at === '' ? entry.name : `${at}/${entry.name}`
          const kind = entry.isSymbolicLink()
            ? await follow(path, entered)
            : entry.isDirectory()
              ? 'folder'
              : entry.isFile()
                ? 'file'
                : undefined
          if (kind === 'folder') {
            if (hidden || isEntered(entry.name)) folders.push(path)
          } else if (kind === 'file') {
            if (paths.length >= files)
              throw new RangeError(`${folder} contains more than ${numbered(files)} files.`)
            paths.push(path)
          }
        }
      }
      return paths.toSorted()
    },
    leftOut: () => leftOut,
    async read(path) {
      const at = join(folder, path)
      // A link may lead elsewhere by now.
      if (links.has(path) && !followLinks && leadsOut(top!, await realpath(at)))
        throw new Unreadable(LEADS_OUT)
      if (blocking) {
        if (performance.now() - since > TURN) {
          await setImmediate()
          since = performance.now()
        }
        return readHere(at)
      }
      const { size, mtimeMs } = await stat(at)
      checkSize(size)
      return { bytes: await readFile(at), modifiedAt: Math.floor(mtimeMs) }
    },
  }
}

function readHere(at: string): { readonly bytes: Uint8Array; readonly modifiedAt: number } {
  const file = openSync(at, 'r')
  try {
    const { size, mtimeMs } = fstatSync(file)
    checkSize(size)
    return { bytes: readFileSync(file), modifiedAt: Math.floor(mtimeMs) }
  } finally {
    closeSync(file)
  }
}

function checkSize(size: number): void {
  if (size > MOST_BYTES) throw new Unreadable(`The file is larger than ${MOST_BYTES / 2 ** 20} MB.`)
}

const isEntered = (name: string): boolean => !name.startsWith('.') || name === '.obsidian'
