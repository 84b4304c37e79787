/**
 * A folder on disk that stays in sync with a graph. A rename puts each complete file in place, and only over the
 * content that the caller expects. A replaced or deleted file is moved to a hidden folder first.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream, readFileSync, renameSync, statSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Identifies a version of a file without reading it. */
export interface FileMark {
  readonly size: number
  /** Milliseconds since 1970, with fractions. */
  readonly modifiedAt: number
  readonly node: number
}

/** A UTC time to the second, `20261120T120000`. Text order is time order. */
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

/** The files of a folder that syncs, for reading, replacing and removing. Paths are relative and use `/`. */
export class DiskTree {
  readonly #folder: string
  /** Complete files that are not yet in place. They are on the same disk, so that a rename works. */
  readonly #unseen: string
  /** The folder of replaced and removed files. */
  readonly #aside: string

  /**
   * @param folder the folder of notes
   * @param own a hidden folder below it, for prepared and replaced files
   */
  constructor(folder: string, own: string) {
    this.#folder = folder
    this.#unseen = join(own, 'unseen')
    this.#aside = join(own, 'replaced')
  }

  /** All files by path. Hidden files and linked folders are left out. */
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

  /** Deletes all prepared files. An interrupted run leaves them. */
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
    // Replacing the target of a link keeps the link, and the file keeps its mode.
    const at = await realpath(said).catch(() => said)
    const mode = statSync(at, { throwIfNoEntry: false })?.mode
    if (mode !== undefined) await chmod(join(this.#unseen, name), mode)
    if (keep) await this.#keepCopy(path)
    // The check and the rename run synchronously, so that as little as possible happens between them.
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
   * Deletes files that were replaced or removed before a time, in milliseconds since 1970. Each folder is named after
   * that time; other files there stay.
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
