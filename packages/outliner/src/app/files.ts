/**
 * The files of the notes on this device: pictures to show, and files that somebody adds. Only pictures made of dots are
 * shown; every other file is downloaded from the server, so that nothing of it runs here.
 *
 * @see outliner 2.4, 3.5
 */
import { FILE_PATH } from '@notegraph/block-text'
import type { FileView } from '@notegraph/render/core'
import { signal, type Signal } from '@preact/signals'
import type { NewFile, RemoteEngine } from '@notegraph/sync'
import { below } from './base.ts'

const SHOWN: ReadonlySet<string> = new Set([
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
])

/** Pictures in memory at once. */
const MOST_PICTURES = 200

/** The links of added files for the words of a block, and why others were not added. */
export interface Added {
  readonly links: readonly string[]
  readonly faults: readonly string[]
}

export class Files {
  readonly #engine: Pick<RemoteEngine, 'attach' | 'readFile' | 'on'>
  readonly #pictures = new Map<string, Signal<FileView | undefined>>()
  /** Files that could not be read without a network. */
  readonly #missing = new Map<string, Signal<FileView | undefined>>()

  constructor(engine: Pick<RemoteEngine, 'attach' | 'readFile' | 'on'>) {
    this.#engine = engine
    engine.on('state', ({ status }) => {
      if (status !== 'idle' || this.#missing.size === 0) return
      const missing = [...this.#missing]
      this.#missing.clear()
      for (const [id, shown] of missing) void this.#read(id, shown)
    })
  }

  /** A file that words link. */
  link = (id: string): FileView => ({ name: '', type: '', address: below(`${FILE_PATH}${id}`) })

  /** A file that words show. It is a picture as soon as the device has it. */
  picture = (id: string): FileView => {
    let shown = this.#pictures.get(id)
    if (!shown) {
      shown = signal(undefined)
      this.#pictures.set(id, shown)
      this.#forgetOldest()
      void this.#read(id, shown)
    }
    return shown.value ?? this.link(id)
  }

  #forgetOldest(): void {
    const [oldest] = this.#pictures
    if (this.#pictures.size <= MOST_PICTURES || !oldest) return
    this.#pictures.delete(oldest[0])
    const address = oldest[1].peek()?.address
    if (address !== undefined) URL.revokeObjectURL(address)
  }

  async #read(id: string, shown: Signal<FileView | undefined>): Promise<void> {
    const file = await this.#engine.readFile(id)
    if (!file.ok && file.code === 'offline') this.#missing.set(id, shown)
    if (!file.ok || !SHOWN.has(file.type)) return
    const address = URL.createObjectURL(new Blob([file.bytes], { type: file.type }))
    shown.value = { name: file.name, type: file.type, address }
  }

  /** Adds files. They are stored on this device at once, and go to the server when there is a network. */
  async add(files: Iterable<File>): Promise<Added> {
    const links: string[] = []
    const faults: string[] = []
    for (const file of files) {
      const added = await this.#engine.attach(await newFile(file))
      if (added.ok) links.push(added.link)
      else faults.push(`${file.name}: ${added.error}`)
    }
    return { links, faults }
  }
}

async function newFile(file: File): Promise<NewFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { name: file.name, ...(file.type !== '' && { type: file.type }), bytes }
}
