/**
 * How a graph is laid out as a folder: which file each page goes to, and how its files are named. Paths are steady: they
 * depend on ids and names alone, never on the order in which pages come.
 */
import { journalDay, kindOf, nameOf, type BlockRecord, type PageRecord } from '@notegraph/graph'
import { FILE_FORMAT, writeConfig } from './config.ts'
import { writeByFormat } from './day-format.ts'
import { fileStem, markedStem } from './file-name.ts'
import { textHash } from './hash.ts'
import type { LedgerEntry } from './ledger.ts'
import { planFolder, type FolderPlan } from './plan.ts'

/** A block with its depth, in outline order. */
export interface PlacedBlock {
  readonly item: BlockRecord
  readonly depth: number
}

/** A page's file, with its line for the ledger. */
export interface WrittenFile {
  readonly path: string
  readonly text: string
  readonly entry: LedgerEntry
}

/** What an export has to know of the whole graph before it writes a page. */
export interface ExportSource {
  readonly pages: readonly PageRecord[]
  /** Names in `assets/` by file id; the caller sees to it that they are distinct. */
  readonly files: ReadonlyMap<string, string>
  /** Whether some text names this block: then its `id::` is written, for the app reads references by it. */
  readonly referenced: (blockId: string) => boolean
  /** The service's own origin, such as `https://notes.example`; addresses that begin with it are its files too. */
  readonly origin?: string
}

export interface ExportPlan {
  readonly pathOf: (page: PageRecord) => string
  readonly nameOf: (page: PageRecord) => string
  readonly assetName: (fileId: string) => string | undefined
  readonly referenced: (blockId: string) => boolean
  readonly origin?: string
  /** How an import sees the folder that is written. */
  readonly folder: FolderPlan
}

export function planExport({ pages, files, referenced, origin }: ExportSource): ExportPlan {
  const paths = new Map<string, string>()
  const taken = new Set<string>()
  for (const page of pages.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    paths.set(page.id, distinctPath(page, taken))
  const assets = Array.from(files.values(), (name) => `assets/${name}`)
  return {
    pathOf: (page) => paths.get(page.id) ?? filePath(page),
    nameOf: writtenName,
    assetName: (id) => files.get(id),
    referenced,
    ...(origin === undefined ? {} : { origin }),
    folder: planFolder([...paths.values(), ...assets], writeConfig([]).text),
  }
}

/** Where a page's file stands when no other page is in its way. */
export function filePath(page: PageRecord): string {
  return pathWith(page, fileStem(writtenName(page)) ?? markedStem(writtenName(page), mark(page.id)))
}

const writtenName = (page: PageRecord): string => nameOf(page).toWellFormed().trim()

/** File systems that tell no case apart hold no two names that differ by case alone. */
function distinctPath(page: PageRecord, taken: Set<string>): string {
  const name = writtenName(page)
  let path = filePath(page)
  for (let round = 0; taken.has(caseless(path)); round++)
    path = pathWith(page, markedStem(name, mark(`${page.id} ${round}`)))
  taken.add(caseless(path))
  return path
}

function pathWith(page: PageRecord, stem: string): string {
  const day = journalDay(page.id)
  if (day !== undefined) return `journals/${writeByFormat(day, FILE_FORMAT)}.md`
  return kindOf(page) === 'whiteboard' ? `whiteboards/${stem}.json` : `pages/${stem}.md`
}

const mark = (text: string): string => textHash(text).slice(-8)
const caseless = (path: string): string => path.normalize('NFKC').toLowerCase().toUpperCase()
