/** A folder on disk as a source of notes. */
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { opendir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { numbered } from '@notegraph/graph'
import { Unreadable, type FolderSource } from '../source.ts'

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
}

/** Milliseconds. */
const TURN = 5

/**
 * Lists the files of a folder, sorted by path, and reads them. It follows links to files, and not links to folders.
 *
 * @throws {RangeError} from `paths` if there are too many files; the file system's error if the folder does not exist
 * @example
 * const paths = await diskFolder('/home/ann/notes').paths()
 */
export function diskFolder(folder: string, options: DiskOptions = {}): FolderSource {
  const { files = MOST_FILES, hidden = false, blocking = false } = options
  let since = performance.now()
  return {
    async paths() {
      const paths: string[] = []
      const folders = ['']
      for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
        for await (const entry of await opendir(join(folder, at), { bufferSize: ENTRIES })) {
          const path = at === '' ? entry.name : `${at}/${entry.name}`
          if (entry.isDirectory()) {
            if (hidden || isEntered(entry.name)) folders.push(path)
          } else if (entry.isFile() || (entry.isSymbolicLink() && (await leadsToFile(join(folder, path))))) {
            if (paths.length >= files)
              throw new RangeError(`${folder} contains more than ${numbered(files)} files.`)
            paths.push(path)
          }
        }
      }
      return paths.toSorted()
    },
    async read(path) {
      const at = join(folder, path)
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

/** A broken link counts as a file, so that reading it fails and is reported. */
const leadsToFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (target) => target.isFile(),
    () => true,
  )
