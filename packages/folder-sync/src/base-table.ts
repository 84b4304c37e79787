/** The bases of all files, by file and by page. The graph's store keeps them. */
import { fold } from '@notegraph/block-text'
import type { Engine, OwnValue } from '@notegraph/sync'
import { nameKey } from '@notegraph/folder'
import { journalDay } from '@notegraph/graph'
import { FILE_KEYS, kept, pathOfKey, readEntry, type Base, type Entry } from './base.ts'
import type { Disk } from './disk.ts'

/** The bases that the last sync stored. */
export class BaseTable {
  readonly #engine: Engine
  readonly #disk: Disk
  readonly #bases = new Map<string, Base>()
  readonly #pathOf = new Map<string, string>()
  readonly #pathOfName = new Map<string, string>()
  /** The file that shows each block. */
  readonly #shownIn = new Map<string, string>()

  constructor(engine: Engine, disk: Disk) {
    this.#engine = engine
    this.#disk = disk
  }

  /** Loads the bases, and completes writes that were interrupted. */
  async open(): Promise<void> {
    for (const key of await this.#engine.ownKeys(FILE_KEYS)) {
      const path = pathOfKey(key)
      const stored = await this.#engine.own(key)
      if (!stored) continue
      const entry = readEntry(stored)
      const base = entry.next ? await this.#settle(path, entry, entry.next) : entry.base
      if (base) this.set(path, base)
    }
    await this.#disk.sweep()
  }

  /** Completes an interrupted write. The file was replaced if its prepared file is gone. */
  async #settle(path: string, { base }: Entry, next: NonNullable<Entry['next']>): Promise<Base | undefined> {
    const settled = (await this.#disk.isPrepared(next.prepared)) ? base : next.base
    await this.#engine.keep([kept(path, settled && { base: settled })])
    return settled
  }

  get size(): number {
    return this.#bases.size
  }

  paths(): string[] {
    return [...this.#bases.keys()]
  }

  pageIds(): string[] {
    return [...this.#pathOf.keys()]
  }

  base(path: string): Base | undefined {
    return this.#bases.get(path)
  }

  pathOf(pageId: string): string | undefined {
    return this.#pathOf.get(pageId)
  }

  /** Returns the file of a page by the key of its name. */
  pathOfName(key: string): string | undefined {
    return this.#pathOfName.get(key)
  }

  /** Returns the file that shows a block. */
  shownIn(blockId: string): string | undefined {
    return this.#shownIn.get(blockId)
  }

  /** Updates the maps, for a base that is stored already or need not be. */
  set(path: string, base: Base | undefined): void {
    const before = this.#bases.get(path)
    if (before && this.#pathOf.get(before.pageId) === path) this.#pathOf.delete(before.pageId)
    for (const key of before ? [keyOf(before), fold(before.name)] : [])
      if (this.#pathOfName.get(key) === path) this.#pathOfName.delete(key)
    for (const { id } of before?.rows ?? [])
      if (id !== undefined && this.#shownIn.get(id) === path) this.#shownIn.delete(id)
    if (!base) return void this.#bases.delete(path)
    for (const { id } of base.rows) if (id !== undefined) this.#shownIn.set(id, path)
    this.#bases.set(path, base)
    this.#pathOf.set(base.pageId, path)
    this.#pathOfName.set(keyOf(base), path)
    // A journal page has its day, and the name of its file unless a page has that.
    const name = fold(base.name)
    if (!this.#pathOfName.has(name)) this.#pathOfName.set(name, path)
  }

  /** Stores bases; `undefined` deletes a base. */
  async save(...agreed: (readonly [path: string, base: Base | undefined])[]): Promise<void> {
    await this.#engine.keep(agreed.map(([path, base]): OwnValue => kept(path, base && { base })))
    for (const [path, base] of agreed) this.set(path, base)
  }

  /** Returns the page of a file, the page that it was merged into, or a new page with its name. */
  async livePageOf({ pageId, name }: Base): Promise<string | undefined> {
    const record = await this.#engine.record(pageId)
    if (record?.kind === 'page' && record.deleted === undefined) return pageId
    return (await this.#engine.pageNamed(name))?.id
  }
}

const keyOf = ({ pageId, name }: Base): string => {
  const day = journalDay(pageId)
  return nameKey({ name, ...(day !== undefined && { day }) })
}
