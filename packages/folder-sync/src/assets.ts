/** Files beside the notes: their ids in the account, uploads and downloads. */
import { fileIds } from '@notegraph/block-text'
import type { Engine } from '@notegraph/sync'
import type { Disk, FileMark, Files } from './disk.ts'

const PREFIX = 'asset:'

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
  readonly #pathOf = new Map<string, string>()
  /** Files that the account rejected and ids that it does not have, until the program restarts. */
  readonly refused: Map<string, string> = new Map()
  readonly #lacking = new Set<string>()
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

  /** Returns the file's name below `assets/`. */
  nameOf(id: string): string | undefined {
    return this.#pathOf.get(id)?.slice('assets/'.length)
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
        if (sent.ok) {
          await this.#keep(path, sent.id, mark)
          this.sent++
        } else this.refused.set(path, sent.why)
      } catch {
        return false
      }
    }
    return true
  }

  /**
   * Downloads the files that a page uses and the folder lacks.
   *
   * @returns whether any file was downloaded
   */
  async fetch(texts: readonly string[], taken: (path: string) => boolean): Promise<boolean> {
    let came = false
    for (const id of new Set(texts.flatMap((text) => fileIds(text)))) {
      if (this.#pathOf.has(id) || this.#lacking.has(id)) continue
      try {
        const file = await this.#files.download(id)
        if (file === undefined) this.#lacking.add(id)
        else if (await this.#place(id, file.name, file.bytes, taken)) came = true
      } catch {
        return came
      }
    }
    return came
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
    if (before && this.#pathOf.get(before.id) === path) this.#pathOf.delete(before.id)
    this.#byPath.set(path, asset)
    this.#pathOf.set(asset.id, path)
  }
}
