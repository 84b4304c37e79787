/** A folder on disk as a source of notes. */
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { opendir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Unreadable, type FolderSource } from '../source.ts'

/** Files that a folder may hold. A vault of 30 years has some 100,000. */
const MOST_FILES = 1_000_000
/** The largest file that is read, in bytes: a note or an attachment that an import takes. */
const MOST_BYTES = 256 * 2 ** 20

export interface DiskOptions {
  /** Files that may be there; 1,000,000 by default. */
  readonly files?: number
  /** Whether hidden folders are entered. By default only `.obsidian` is, which holds settings of notes. */
  readonly hidden?: boolean
  /**
   * Whether a file is read at once, in a thread that serves nobody else: of a short note, waiting for each step takes
   * several times as long as the steps. Others in the thread have their turn every 5 ms.
   */
  readonly blocking?: boolean
}

/** Milliseconds. */
const TURN = 5

/**
 * Lists the files of a folder in the order of their paths, and reads them. Links to files are followed, links to folders
 * are not.
 * @throws {RangeError} from `paths` if there are too many files; what the file system throws if there is no such folder
 */
export function diskFolder(folder: string, options: DiskOptions = {}): FolderSource {
  const { files = MOST_FILES, hidden = false, blocking = false } = options
  let since = performance.now()
  return {
    async paths() {
      const paths: string[] = []
      const folders = [folder]
      for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
        for await (const entry of await opendir(at)) {
          const path = join(at, entry.name)
          if (entry.isDirectory()) {
            if (hidden || isEntered(entry.name)) folders.push(path)
          } else if (entry.isFile() || (entry.isSymbolicLink() && (await leadsToFile(path)))) {
            if (paths.length >= files)
              throw new RangeError(`${folder} holds more than ${files.toLocaleString('en')} files.`)
            paths.push(relative(folder, path).split(sep).join('/'))
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
  if (size > MOST_BYTES) throw new Unreadable(`It is larger than ${MOST_BYTES / 2 ** 20} MB.`)
}

const isEntered = (name: string): boolean => !name.startsWith('.') || name === '.obsidian'

/** A link that leads nowhere counts, so that reading it fails and is reported. */
const leadsToFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (target) => target.isFile(),
    () => true,
  )
