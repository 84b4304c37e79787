/** The content of the folder: its files at the last scan, and the parser of their texts. */
import {
  CONFIG_PATH,
  fileText,
  MANIFEST_PATH,
  nameKey,
  newNotePath,
  planFolder,
  readNote,
  textHash,
  underPath,
  type FolderPlan,
  type NoteDraft,
} from '@notegraph/folder'
import type { PageKind, PageRecord } from '@notegraph/graph'
import type { Assets } from './assets.ts'
import type { BaseTable } from './base-table.ts'
import type { Disk, FileMark } from './disk.ts'
import { fileView, textsOf, type FileView, type PageView } from './page-view.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
const NO_MANIFEST: FolderPlan['manifest'] = { get: () => undefined, paths: () => [] }
const LINKED = /(?<=\[\[)[^[\]\n]+(?=\]\])/gu
const BYTE_ORDER_MARK = '\uFEFF'

/** Decodes a file with its byte order mark. Returns `undefined` if it is not text. */
export function decodeWhole(bytes: Uint8Array): string | undefined {
  const text = decode(bytes)
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return text !== undefined && isMarked ? BYTE_ORDER_MARK + text : text
}

/** Decodes a file. Returns `undefined` if it is not text. */
export function decode(bytes: Uint8Array | undefined): string | undefined {
  if (!bytes) return undefined
  try {
    const text = utf8.decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** Returns the hash of a file's text, or `undefined` if it is not text. */
export function hashOf(bytes: Uint8Array): string | undefined {
  const text = decode(bytes)
  return text === undefined ? undefined : textHash(fileText(text))
}

/** The content of the folder at the last scan. */
export class Contents {
  readonly #disk: Disk
  readonly #assets: Assets
  readonly #bases: BaseTable
  #config: string | undefined
  /** The number of files that were downloaded since the scan. */
  #fetched = 0
  marks: ReadonlyMap<string, FileMark> = new Map()
  plan: FolderPlan = planFolder([])

  constructor(disk: Disk, assets: Assets, bases: BaseTable) {
    this.#disk = disk
    this.#assets = assets
    this.#bases = bases
  }

  async scan(): Promise<void> {
    this.marks = await this.#disk.list()
    const text = async (path: string) =>
      this.marks.has(path) ? decode(await this.#disk.read(path).catch(() => undefined)) : undefined
    this.#config = await text(CONFIG_PATH)
    this.#fetched = 0
    this.plan = planFolder([...this.marks.keys()], this.#config, await text(MANIFEST_PATH))
  }

  /**
   * Parses a text that this program wrote. All its files are in the folder now, even those downloaded after the scan. A
   * link to a day that the page has in the same words stays, for the journal of that day may be written later.
   */
  readBack(path: string, text: string, view: PageView): FileView {
    const plan = this.writingPlan(path)
    let links: ReadonlySet<string> | undefined
    const keepsDayLink: FolderPlan['keepsDayLink'] = (day, written) => {
      if (plan.keepsDayLink(day, written)) return true
      links ??= new Set(textsOf(view).flatMap((words) => words.match(LINKED) ?? []))
      return links.has(written)
    }
    const read = readNote({ ...plan, keepsDayLink }, path, text)
    if (!read.ok) throw new Error(`${path}: cannot read the written note`)
    return fileView(this.ownName(read.note), (asset) => this.#assets.idOf(asset))
  }

  /** Returns a note with the name of its page: under its path, if the page of its name has another file. */
  ownName(note: NoteDraft): NoteDraft {
    const isTaken = (key: string): boolean => {
      const other = this.#bases.pathOfName(key) ?? note.path
      return other !== note.path && this.marks.has(other)
    }
    return isTaken(nameKey(note)) ? underPath(note, this.plan, isTaken) : note
  }

  /** The plan that reads a text which this program wrote. */
  writingPlan(path: string): FolderPlan {
    const fetched = this.#assets.paths().filter((asset) => !this.marks.has(asset))
    if (fetched.length > this.#fetched) {
      this.#fetched = fetched.length
      this.plan = planFolder([...this.marks.keys(), ...fetched], this.#config)
    }
    const isDay = path.startsWith(`${this.plan.config.journalsFolder}/`)
    return {
      ...this.plan,
      manifest: NO_MANIFEST,
      kindOf: (): PageKind => (isDay ? 'journal' : 'page'),
    }
  }

  /**
   * Returns the path of a page's new file.
   *
   * @param known paths to avoid, beside those of the folder
   */
  newPath(page: PageRecord, known: readonly string[]): string {
    const taken = new Set([...this.marks.keys(), ...known].map((path) => path.toLowerCase()))
    return newNotePath(page, this.plan.config, (path) => taken.has(path.toLowerCase()))
  }
}
