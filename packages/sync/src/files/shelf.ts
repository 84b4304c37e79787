/**
 * The files that a device keeps: their entries in memory, with their bytes in the store. Whoever changes them does so one
 * step after another, and a step evicts the copies for which there is no more room.
 */
import { DEVICE_LIMITS } from '../limits.ts'
import { toEvict } from './cache.ts'
import type { Bytes, FileChange, FileStore, LocalFile } from './file-store.ts'

export class Shelf {
  readonly #store: FileStore
  readonly #now: () => number
  readonly #room: number
  readonly #files = new Map<string, LocalFile>()
  /** Copies that were read since their entries were written. */
  readonly #touched = new Set<string>()
  #turn: Promise<unknown> = Promise.resolve()

  /** @param room bytes that copies may take */
  constructor(store: FileStore, now: () => number, room: number) {
    this.#store = store
    this.#now = now
    this.#room = room
  }

  /** Reads what is kept. */
  async open(): Promise<void> {
    await this.inTurn(async () => {
      const kept = await this.#store.list()
      this.#files.clear()
      for (const file of kept) this.#files.set(file.id, file)
    })
  }

  /** One step at a time, so that what is decided is still so once it is committed. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }

  get(id: string): LocalFile | undefined {
    return this.#files.get(id)
  }

  /** By the id that it has, or had. */
  find(id: string): LocalFile | undefined {
    return this.#files.get(id) ?? [...this.#files.values()].find(({ formerly }) => formerly === id)
  }

  /** The files that the server does not have, in the order in which they were added. */
  queued(): LocalFile[] {
    return [...this.#files.values()].filter(({ upload }) => upload).toSorted((a, b) => a.used - b.used)
  }

  /** The time of a file that is added now: later than those of all that wait, whatever the clock says. */
  nextTime(): number {
    return Math.max(this.#now(), ...this.queued().map(({ used }) => used + 1))
  }

  async bytes(id: string): Promise<Bytes | undefined> {
    return this.#store.bytes(id)
  }

  /** The file with the same bytes, where this device has one. */
  async twin(bytes: Uint8Array): Promise<LocalFile | undefined> {
    for (const file of this.#files.values()) {
      if (file.size !== bytes.byteLength) continue
      const held = await this.#store.bytes(file.id)
      if (held?.every((byte, i) => byte === bytes[i])) return file
    }
    return undefined
  }

  /** A file was read. It is written down with the next step. */
  touch(file: LocalFile): void {
    // The time of a file that waits is its place in the queue.
    if (file.upload) return
    this.#files.set(file.id, { ...file, used: this.#now() })
    this.#touched.add(file.id)
  }

  /** Commits, with the copies that have to go for it, and the times at which others were read. */
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

  /** Writes down what was read last: without it the next start evicts other copies. */
  async flush(): Promise<void> {
    if (this.#touched.size > 0) await this.inTurn(async () => this.commit({ puts: [], removes: [] }))
  }
}
