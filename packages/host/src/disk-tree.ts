/**
 * A folder on disk that is kept in step with a graph: files are put in place whole, by a rename, and only over what they
 * were expected to replace; what a person wrote is laid aside before it is replaced or removed.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream, readFileSync, renameSync, statSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** What a file is known by without being read. */
export interface FileMark {
  readonly size: number
  /** Milliseconds since 1970, with fractions. */
  readonly modifiedAt: number
  readonly node: number
}

/** A time to the second in UTC, `20261120T120000`: as text, the later one is the greater. */
const STAMP = /^\d{8}T\d{6}$/
const stampOf = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)

const missing = (error: unknown): boolean => (error as { readonly code?: unknown }).code === 'ENOENT'

async function markOf(path: string): Promise<FileMark | undefined> {
  try {
    const { size, mtimeMs, ino } = await stat(path)
    return { size, modifiedAt: mtimeMs, node: ino }
  } catch (error) {
    if (missing(error)) return undefined
    throw error
  }
}

export class DiskTree {
  readonly #folder: string
  /** Files that nobody sees yet, on the same disk as the folder. */
  readonly #unseen: string
  /** What was replaced or removed. */
  readonly #aside: string

  /** @param own a folder below it, hidden, for what is ours */
  constructor(folder: string, own: string) {
    this.#folder = folder
    this.#unseen = join(own, 'unseen')
    this.#aside = join(own, 'replaced')
  }

  /** Files by path, with `/`; nothing hidden, and no folder behind a link. */
  async list(): Promise<Map<string, FileMark>> {
    const marks = new Map<string, FileMark>()
    const folders = [this.#folder]
    for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
      for (const entry of await readdir(at, { withFileTypes: true })) {
        if (entry.name.startsWith('.')) continue
        const path = join(at, entry.name)
        if (entry.isDirectory()) folders.push(path)
        const mark = entry.isFile() || entry.isSymbolicLink() ? await markOf(path) : undefined
        if (mark) marks.set(relative(this.#folder, path).split(sep).join('/'), mark)
      }
    }
    return marks
  }

  async read(path: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(join(this.#folder, path))
    } catch (error) {
      if (missing(error)) return undefined
      throw error
    }
  }

  async prepare(content: string | AsyncIterable<Uint8Array>): Promise<string> {
    await mkdir(this.#unseen, { recursive: true })
    const name = randomUUID()
    const chunks = typeof content === 'string' ? [content] : content
    await pipeline(chunks, createWriteStream(join(this.#unseen, name), { flush: true }))
    return name
  }

  async isPrepared(name: string): Promise<boolean> {
    return (await markOf(join(this.#unseen, name))) !== undefined
  }

  async discard(name: string): Promise<void> {
    await rm(join(this.#unseen, name), { force: true })
  }

  /** Removes all that is prepared: what was cut off before its step. */
  async sweep(): Promise<void> {
    await rm(this.#unseen, { recursive: true, force: true })
  }

  async place(
    name: string,
    path: string,
    expected: (bytes: Uint8Array | undefined) => boolean,
    keep: boolean,
  ): Promise<FileMark | undefined> {
    const said = join(this.#folder, path)
    await mkdir(dirname(said), { recursive: true })
    // A link keeps leading to its file, and a file keeps who may read it.
    const at = await realpath(said).catch(() => said)
    const mode = statSync(at, { throwIfNoEntry: false })?.mode
    if (mode !== undefined) await chmod(join(this.#unseen, name), mode)
    if (keep) await this.#keepCopy(path)
    // No other work of this program comes between the look and the rename, and as little time as can be.
    if (!expected(readSync(at))) return undefined
    renameSync(join(this.#unseen, name), at)
    return markOf(at)
  }

  async remove(path: string, expected: (bytes: Uint8Array) => boolean): Promise<boolean> {
    const at = join(this.#folder, path)
    const aside = await this.#placeAside(path)
    const bytes = readSync(at)
    if (bytes === undefined) return true
    if (!expected(bytes)) return false
    renameSync(at, aside)
    return true
  }

  /**
   * Removes for good what was replaced or removed before a time, in milliseconds since 1970. Each folder's name says when
   * that was; what else a person keeps there is left.
   */
  async prune(before: number): Promise<void> {
    const last = stampOf(before)
    for (const name of await readdir(this.#aside).catch(() => []))
      if (STAMP.test(name) && name < last) await rm(join(this.#aside, name), { recursive: true, force: true })
  }

  async #keepCopy(path: string): Promise<void> {
    try {
      await copyFile(join(this.#folder, path), await this.#placeAside(path))
    } catch (error) {
      if (!missing(error)) throw error
    }
  }

  async #placeAside(path: string): Promise<string> {
    const folder = join(this.#aside, stampOf(Date.now()), dirname(path))
    await mkdir(folder, { recursive: true })
    for (let n = 0; ; n++) {
      const at = join(folder, (n === 0 ? '' : `${n} `) + path.slice(path.lastIndexOf('/') + 1))
      if (!(await markOf(at))) return at
    }
  }
}

function readSync(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if (missing(error)) return undefined
    throw error
  }
}
