/**
 * The files on a device: entries in memory, bytes in the store. Steps run one after another. Each step evicts the
 * copies for which there is no more space.
 */
import { DEVICE_LIMITS } from '../limits.ts'
import { toEvict } from './cache.ts'
import type { Bytes, FileChange, FileStore, LocalFile } from './file-store.ts'

/** The entries of a device's files. */
export class LocalFiles {
  readonly #store: FileStore
  readonly #now: () => number
  readonly #room: number
  readonly #files = new Map<string, LocalFile>()
  /** Copies that were read after their entries were written. */
  readonly #touched = new Set<string>()
  #turn: Promise<unknown> = Promise.resolve()

  /**
   * @param room the most bytes of copies
   */
  constructor(store: FileStore, now: () => number, room: number) {
    this.#store = store
    this.#now = now
    this.#room = room
  }

  /** Loads the entries from the store. */
  async open(): Promise<void> {
    await this.inTurn(async () => {
      const kept = await this.#store.list()
      this.#files.clear()
      for (const file of kept) this.#files.set(file.id, file)
    })
  }

  /** Runs one step at a time, so that no other step changes the entries before the commit. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }

  get(id: string): LocalFile | undefined {
    return this.#files.get(id)
  }

  /** Finds a file by its current or former id. */
  find(id: string): LocalFile | undefined {
    return this.#files.get(id) ?? [...this.#files.values()].find(({ formerly }) => formerly === id)
  }

  /** Lists the former id of each file that got another one, with its present id. */
  formerIds(): [from: string, to: string][] {
    return [...this.#files.values()].flatMap(({ id, formerly }) =>
      formerly === undefined ? [] : [[formerly, id]],
    )
  }

  /** Lists the upload queue, in the order in which files were added. */
  queued(): LocalFile[] {
    return [...this.#files.values()].filter(({ upload }) => upload).toSorted((a, b) => a.used - b.used)
  }

  /** Returns the time for a new file: later than those of the whole queue, even if the clock went back. */
  nextTime(): number {
    return Math.max(this.#now(), ...this.queued().map(({ used }) => used + 1))
  }

  async bytes(id: string): Promise<Bytes | undefined> {
    return this.#store.bytes(id)
  }

  /** Finds a file on this device with the same bytes. */
  async twin(bytes: Uint8Array): Promise<LocalFile | undefined> {
    for (const file of this.#files.values()) {
      if (file.size !== bytes.byteLength) continue
      const held = await this.#store.bytes(file.id)
      if (held?.every((byte, i) => byte === bytes[i])) return file
    }
    return undefined
  }

  /** Notes that a file was read. The next commit stores the time. */
  touch(file: LocalFile): void {
    // The time of a queued file is its position in the queue.
    if (file.upload) return
    this.#files.set(file.id, { ...file, used: this.#now() })
    this.#touched.add(file.id)
  }

  /** Commits a change, together with evictions and the times of reads. */
  async commit({ puts, removes }: FileChange, room: number = this.#room): Promise<void> {
    const next = new Map(this.#files)
    for (const id of removes) next.delete(id)
    for (const { file } of puts) next.set(file.id, file)
    for (const id of toEvict(next.values(), { bytes: room, files: DEVICE_LIMITS.copies })) next.delete(id)
    const put = new Set(puts.map(({ file }) => file.id))
    const read = [...this.#touched].filter((id) => next.has(id) && !put.has(id))
    const kept = [
      ...read.map((id) => ({ file: next.get(id)! })),
      ...puts.filter(({ file }) => next.has(file.id)),
    ]
    const gone = new Set([...this.#files.keys(), ...removes].filter((id) => !next.has(id)))
    await this.#store.commit({ puts: kept, removes: [...gone] })
    for (const id of gone) this.#files.delete(id)
    for (const { file } of kept) this.#files.set(file.id, file)
    for (const id of [...read, ...put, ...gone]) this.#touched.delete(id)
  }

  /** Stores the times of reads. Without them, the next start would evict other copies. */
  async flush(): Promise<void> {
    if (this.#touched.size > 0) await this.inTurn(async () => this.commit({ puts: [], removes: [] }))
  }
}
