/**
 * A folder on disk that stays in sync with a graph. A rename puts each complete file in place, and only over the
 * content that the caller expects. A replaced or deleted file is moved to a hidden folder first.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream, readFileSync, renameSync, statSync } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { leadsOut, LEADS_OUT, linkOf } from '@notegraph/folder/node'

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

async function markOf(path: string, ofFile: typeof stat = stat): Promise<FileMark | undefined> {
  try {
    const { size, mtimeMs, ino } = await ofFile(path)
    return { size, modifiedAt: mtimeMs, node: ino }
  } catch (error) {
    if (missing(error)) return undefined
    throw error
  }
}

/** A file that a link out of the folder leads to. */
export class OutOfFolder extends Error {
  constructor() {
    super(LEADS_OUT)
  }
}

/**
 * The files of a folder that syncs, for reading, replacing and removing. Paths are relative and use `/`. A link is
 * followed only to a place in the folder, unless the person who syncs wants more.
 */
export class DiskTree {
  readonly #folder: string
  readonly #followLinks: boolean
  readonly #notFollowed = new Map<string, string>()
  /** Complete files that are not yet in place. They are on the same disk, so that a rename works. */
  readonly #unseen: string
  /** The folder of replaced and removed files. */
  readonly #aside: string

  /**
   * @param folder the folder of notes
   * @param own a hidden folder below it, for prepared and replaced files
   * @param followLinks whether to follow links out of the folder
   */
  constructor(folder: string, own: string, followLinks: boolean = false) {
    this.#folder = folder
    this.#followLinks = followLinks
    this.#unseen = join(own, 'unseen')
    this.#aside = join(own, 'replaced')
  }

  /**
   * All files by path, with links out of the folder: the note of a link that is not followed is not gone. Hidden files
   * are left out, and links to folders of this folder.
   */
  async list(): Promise<Map<string, FileMark>> {
    const marks = new Map<string, FileMark>()
    const folders = [this.#folder]
    const entered = new Set<string>()
    this.#notFollowed.clear()
    for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
      for (const entry of await readdir(at, { withFileTypes: true })) {
        if (entry.name.startsWith('.')) continue
        const path = join(at, entry.name)
        if (entry.isDirectory()) folders.push(path)
        const name = relative(this.#folder, path).split(sep).join('/')
        const link = entry.isSymbolicLink() ? await this.#follow(path, name, entered) : undefined
        if (link === 'folder') folders.push(path)
        const isListed = entry.isFile() || link === 'file' || link === 'out'
        const mark = isListed ? await markOf(path, link === 'out' ? lstat : stat) : undefined
        if (mark) marks.set(name, mark)
      }
    }
    return marks
  }

  /** The links out of the folder that the last list did not follow, with messages for the user. */
  get notFollowed(): ReadonlyMap<string, string> {
    return this.#notFollowed
  }

  async #follow(
    path: string,
    name: string,
    entered: Set<string>,
  ): Promise<'file' | 'folder' | 'out' | undefined> {
    const { kind, target } = await linkOf(path)
    const isOut = target !== undefined && leadsOut(await realpath(this.#folder), target)
    if (isOut && !this.#followLinks) {
      this.#notFollowed.set(name, LEADS_OUT)
      return 'out'
    }
    if (kind !== 'folder') return kind === 'file' ? 'file' : undefined
    if (!isOut || entered.has(target)) return undefined
    entered.add(target)
    return 'folder'
  }

  /**
   * The real path of a file, which may not exist yet.
   *
   * @throws {OutOfFolder} if it is not in the folder
   */
  async realPath(path: string): Promise<string> {
    const at = await realOf(join(this.#folder, path))
    if (!this.#followLinks && leadsOut(await realpath(this.#folder), at)) throw new OutOfFolder()
    return at
  }

  async read(path: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(await this.realPath(path))
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
    // Replacing the target of a link keeps the link, and the file keeps its mode.
    const at = await this.#ownPath(path)
    if (at === undefined) return undefined
    await mkdir(dirname(at), { recursive: true })
    const mode = statSync(at, { throwIfNoEntry: false })?.mode
    if (mode !== undefined) await chmod(join(this.#unseen, name), mode)
    if (keep) await this.#keepCopy(path)
    // The check and the rename run synchronously, so that as little as possible happens between them.
    if (!expected(readSync(at))) return undefined
    renameSync(join(this.#unseen, name), at)
    return markOf(at)
  }

  async remove(path: string, expected: (bytes: Uint8Array) => boolean): Promise<boolean> {
    if ((await this.#ownPath(path)) === undefined) return false
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

  /** The real path of a file; `undefined` if it is not in the folder. */
  async #ownPath(path: string): Promise<string | undefined> {
    try {
      return await this.realPath(path)
    } catch (error) {
      if (error instanceof OutOfFolder) return undefined
      throw error
    }
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

/** The real path of a file that may be missing, with its folders. */
async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (!missing(error) || dirname(path) === path) throw error
    return join(await realOf(dirname(path)), basename(path))
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
