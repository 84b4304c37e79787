/** Files beside the notes: their ids in the account, uploads and downloads. */
import { fileIds } from '@notegraph/block-text'
import { addressFrom } from '@notegraph/folder'
import type { Engine } from '@notegraph/sync'
import type { Disk, FileMark, Files } from './disk.ts'

const PREFIX = 'asset:'
const ASSETS = 'assets/'
const IN_ASSETS = /^assets\/[^/]+$/u

/** The account does not have the file: another device may still be uploading it. */
const LACKING = 'The account does not have this file, or not yet.'

interface Failed {
  readonly why: string
  readonly isLacking: boolean
}

/** A file that a page shows and the folder lacks. */
export interface MissingFile extends Failed {
  /** The id of the file in the account. */
  readonly id: string
}

interface Asset {
  readonly id: string
  readonly size: number
  readonly modifiedAt: number
}

/** The files beside the notes. */
export class Assets {
  readonly #engine: Engine
  readonly #disk: Disk
  readonly #files: Files
  readonly #byPath = new Map<string, Asset>()
  /** The paths of each file, the latest last. Files with the same bytes are one file of the account. */
  readonly #pathsOf = new Map<string, readonly string[]>()
  #isThere: (path: string) => boolean = () => true
  /** Files that the account rejected, until the program restarts. */
  readonly refused: Map<string, string> = new Map()
  /** Files that could not be sent yet. */
  readonly unsent: Map<string, string> = new Map()
  /** Files that could not be downloaded, until `askAgain`. */
  readonly #failed = new Map<string, Failed>()
  sent: number = 0
  fetched: number = 0

  constructor(engine: Engine, disk: Disk, files: Files) {
    this.#engine = engine
    this.#disk = disk
    this.#files = files
  }

  async open(): Promise<void> {
    for (const key of await this.#engine.ownKeys(PREFIX)) {
      const json = await this.#engine.own(key)
      if (json !== undefined) this.#know(key.slice(PREFIX.length), JSON.parse(json) as Asset)
    }
  }

  /** Returns the id of a file in the account, or `undefined`. */
  idOf(path: string): string | undefined {
    return this.#byPath.get(path)?.id
  }

  /**
   * Returns the file's name in `assets/`, or for a file elsewhere its address in a note.
   *
   * @param text the text of the note's file, which may name one of several files with the same bytes
   */
  nameOf(id: string, note: string, text: string = ''): string | undefined {
    const all = this.#pathsOf.get(id) ?? []
    const there = all.filter((path) => this.#isThere(path))
    const isNamed = (path: string): boolean => text.includes(path) || text.includes(addressFrom(note, path))
    const path = (there.length > 1 ? there.find(isNamed) : undefined) ?? there.at(-1) ?? all.at(-1)
    if (path === undefined) return undefined
    return IN_ASSETS.test(path) ? path.slice(ASSETS.length) : addressFrom(note, path)
  }

  /** Lists the paths of all known files. */
  paths(): string[] {
    return [...this.#byPath.keys()]
  }

  /** Lists the ids of files whose content changed on disk. */
  replaced(marks: ReadonlyMap<string, FileMark>): ReadonlySet<string> {
    const ids = new Set<string>()
    for (const [path, asset] of this.#byPath)
      if (this.#isToSend(path, marks.get(path), asset)) ids.add(asset.id)
    return ids
  }

  #isToSend(path: string, mark: FileMark | undefined, known: Asset | undefined): mark is FileMark {
    if (!mark || this.refused.has(path) || this.#disk.notFollowed?.has(path)) return false
    return known?.size !== mark.size || known.modifiedAt !== mark.modifiedAt
  }

  /**
   * Uploads new and changed files.
   *
   * @returns `false` if the server cannot be reached, or another program may be writing one of the files
   */
  async send(
    paths: readonly string[],
    marks: ReadonlyMap<string, FileMark>,
    isStable: (path: string, mark: FileMark) => boolean,
  ): Promise<boolean> {
    for (const path of paths) {
      const mark = marks.get(path)
      if (!this.#isToSend(path, mark, this.#byPath.get(path))) continue
      if (!isStable(path, mark)) return false
      try {
        const sent = await this.#files.upload(path)
        this.unsent.delete(path)
        if (sent.ok) {
          await this.#keep(path, sent.id, mark)
          this.sent++
        } else this.refused.set(path, sent.why)
      } catch (error) {
        this.unsent.set(path, `The file could not be sent: ${reasonOf(error)}.`)
        return false
      }
    }
    return true
  }

  /** Forgets problems of files that no longer exist. */
  dropMissing(isThere: (path: string) => boolean): void {
    this.#isThere = isThere
    for (const problems of [this.refused, this.unsent])
      for (const path of problems.keys()) if (!isThere(path)) problems.delete(path)
  }

  /** Allows another try of the downloads that failed. */
  askAgain(): void {
    this.#failed.clear()
  }

  /**
   * Downloads the files that a page uses and the folder lacks.
   *
   * @returns the files that the folder still lacks
   */
  async fetch(texts: readonly string[], taken: (path: string) => boolean): Promise<MissingFile[]> {
    const missing: MissingFile[] = []
    for (const id of new Set(texts.flatMap((text) => fileIds(text)))) {
      if (this.#pathsOf.has(id)) continue
      const failed = this.#failed.get(id) ?? (await this.#fetchOne(id, taken))
      if (!failed) continue
      this.#failed.set(id, failed)
      missing.push({ id, ...failed })
    }
    return missing
  }

  async #fetchOne(id: string, taken: (path: string) => boolean): Promise<Failed | undefined> {
    const why = this.#disk.notFollowed?.get('assets')
    if (why !== undefined) return { why, isLacking: false }
    try {
      const file = await this.#files.download(id)
      if (file === undefined) return { why: LACKING, isLacking: true }
      if (await this.#place(id, file.name, file.bytes, taken)) return undefined
      return { why: `No name like ${file.name} is free in assets.`, isLacking: false }
    } catch (error) {
      return { why: `The file could not be fetched: ${reasonOf(error)}.`, isLacking: false }
    }
  }

  async #place(
    id: string,
    name: string,
    bytes: AsyncIterable<Uint8Array>,
    taken: (path: string) => boolean,
  ): Promise<boolean> {
    const prepared = await this.#disk.prepare(bytes)
    const dot = name.lastIndexOf('.')
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    for (let n = 1; n < 1_000; n++) {
      const path = `assets/${n === 1 ? name : `${stem}-${n}${ending}`}`
      if (taken(path) || this.#byPath.has(path)) continue
      const mark = await this.#disk.place(prepared, path, (there) => there === undefined, false)
      if (!mark) continue
      await this.#keep(path, id, mark)
      this.fetched++
      return true
    }
    await this.#disk.discard(prepared)
    return false
  }

  async #keep(path: string, id: string, { size, modifiedAt }: FileMark): Promise<void> {
    const asset = { id, size, modifiedAt }
    await this.#engine.keep([[PREFIX + path, JSON.stringify(asset)]])
    this.#know(path, asset)
  }

  #know(path: string, asset: Asset): void {
    const before = this.#byPath.get(path)
    if (before) {
      const others = this.#pathsOf.get(before.id)?.filter((other) => other !== path) ?? []
      if (others.length > 0) this.#pathsOf.set(before.id, others)
      else this.#pathsOf.delete(before.id)
    }
    this.#byPath.set(path, asset)
    this.#pathsOf.set(asset.id, [...(this.#pathsOf.get(asset.id) ?? []), path])
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown reason')
