/** What the folder holds: its files as they were when it was looked at, and how their texts are read. */
import {
  CONFIG_PATH,
  fileText,
  MANIFEST_PATH,
  newNotePath,
  planFolder,
  readNote,
  textHash,
  type FolderPlan,
} from '@notegraph/folder'
import type { PageKind, PageRecord } from '@notegraph/graph'
import type { Assets } from './assets.ts'
import type { Disk, FileMark } from './disk.ts'
import { fileView, type FileView } from './page-view.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Nothing where it is no text. */
export function decode(bytes: Uint8Array | undefined): string | undefined {
  if (!bytes) return undefined
  try {
    const text = utf8.decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** The hash of a file's text; nothing where it is no text. */
export function hashOf(bytes: Uint8Array): string | undefined {
  const text = decode(bytes)
  return text === undefined ? undefined : textHash(fileText(text))
}

export class Contents {
  readonly #disk: Disk
  readonly #assets: Assets
  #config: string | undefined
  /** Files that came since the folder was looked at. */
  #fetched = 0
  marks: ReadonlyMap<string, FileMark> = new Map()
  plan: FolderPlan = planFolder([])

  constructor(disk: Disk, assets: Assets) {
    this.#disk = disk
    this.#assets = assets
  }

  async look(): Promise<void> {
    this.marks = await this.#disk.list()
    const text = async (path: string) =>
      this.marks.has(path) ? decode(await this.#disk.read(path).catch(() => undefined)) : undefined
    this.#config = await text(CONFIG_PATH)
    this.#fetched = 0
    this.plan = planFolder([...this.marks.keys()], this.#config, await text(MANIFEST_PATH))
  }

  /** What a text of ours says. What it names lies in the folder by now, perhaps only since the folder was looked at. */
  readBack(path: string, text: string): FileView {
    const fetched = this.#assets.paths().filter((asset) => !this.marks.has(asset))
    if (fetched.length > this.#fetched) {
      this.#fetched = fetched.length
      this.plan = planFolder([...this.marks.keys(), ...fetched], this.#config)
    }
    const isDay = path.startsWith(`${this.plan.config.journalsFolder}/`)
    const plan = {
      ...this.plan,
      manifest: new Map(),
      kindOf: (): PageKind => (isDay ? 'journal' : 'page'),
    }
    const read = readNote(plan, path, text)
    if (!read.ok) throw new Error(`${path} cannot be read back`)
    return fileView(read.note, (asset) => this.#assets.idOf(asset))
  }

  /** Where a page's new file goes. @param known paths that are taken beside those that are there */
  newPath(page: PageRecord, known: readonly string[]): string {
    const taken = new Set([...this.marks.keys(), ...known].map((path) => path.toLowerCase()))
    return newNotePath(page, this.plan.config, (path) => taken.has(path.toLowerCase()))
  }
}
