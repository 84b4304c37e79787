/**
 * The layout of an exported folder: the file of each page, and the names of its files. Paths only depend on ids and
 * names and not on the order of pages, so each export has the same paths.
 */
import { journalDay, kindOf, nameOf, type BlockRecord, type PageRecord } from '@notegraph/graph'
import { FILE_FORMAT, writeConfig } from './config.ts'
import { writeByFormat } from './day-format.ts'
import { fileStem, markedStem } from './file-name.ts'
import { textHash } from './hash.ts'
import type { ManifestEntry } from './export-manifest.ts'
import { planFolder, type FolderPlan } from './plan.ts'

/** A block with its depth, in outline order. */
export interface PlacedBlock {
  readonly item: BlockRecord
  readonly depth: number
}

/** The lines of a note. */
export interface NoteLines {
  readonly head: readonly (readonly [key: string, line: string])[]
  /** The words of each block, with its `id::` if others refer to it. */
  readonly blocks: readonly { readonly depth: number; readonly words: string }[]
}

/** The file of a page, with its entry for the manifest. */
export interface WrittenFile {
  readonly path: string
  readonly text: string
  /** The lines of a note, by property and by block. */
  readonly lines?: NoteLines
  readonly entry: ManifestEntry
}

/** The data of the whole graph that an export needs before it writes a page. */
export interface ExportSource {
  readonly pages: readonly PageRecord[]
  /** Names in `assets/` by file id. They must be distinct, also on disks for which capitals do not count. */
  readonly files: ReadonlyMap<string, string>
  /** Whether some text refers to this block. The file then contains its `id::`, by which Logseq finds the block. */
  readonly referenced: (blockId: string) => boolean
  /** The service's own origin, such as `https://notes.example`. Addresses on it are files of the service too. */
  readonly origin?: string
}

/** The layout of an exported folder. */
export interface ExportPlan {
  readonly pathOf: (page: PageRecord) => string
  readonly nameOf: (page: PageRecord) => string
  readonly assetName: (fileId: string) => string | undefined
  readonly referenced: (blockId: string) => boolean
  readonly origin?: string
  /** The plan with which an import reads the exported folder. */
  readonly folder: FolderPlan
}

/**
 * Plans the layout of an exported folder.
 *
 * @example
 * const page = makePage({ id: 'p', name: 'Books/Dune', now: 1 })
 * planExport({ pages: [page], files: new Map(), referenced: () => false }).pathOf(page) // 'pages/Books___Dune.md'
 */
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

/**
 * Returns the path of a page's file, unless another page needs the same path.
 *
 * @example
 * filePath(makePage({ id: 'journal-20261120', name: '2026-11-20', now: 1 })) // 'journals/2026_11_20.md'
 */
export function filePath(page: PageRecord): string {
  return pathWith(page, fileStem(writtenName(page)) ?? markedStem(writtenName(page), mark(page.id)))
}

const writtenName = (page: PageRecord): string => nameOf(page).toWellFormed().trim()

/** Some file systems ignore case, so no two paths may differ by case alone. */
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
