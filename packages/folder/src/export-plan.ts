/**
 * The layout of an exported folder: the file of each page, and the names of its files. Paths only depend on ids and
 * names and not on the order of pages, so each export has the same paths.
 */
import { fold } from '@notegraph/block-text'
import {
  journalDay,
  kindOf,
  nameOf,
  PAGE_FAVORITE,
  PAGE_FILE,
  propOf,
  type BlockRecord,
  type PageRecord,
} from '@notegraph/graph'
import { addressFrom } from './address.ts'
import { caseless } from './asset-names.ts'
import { CONFIG_PATH, keptConfig, readConfig, writeConfig, type FolderConfig } from './config.ts'
import { isOwnPath, readForm, type FileForm } from './file-form.ts'
import { fileStem, markedStem } from './file-name.ts'
import { textHash } from './hash.ts'
import type { ManifestEntry } from './export-manifest.ts'
import { pathFor } from './new-path.ts'
import type { NoteLines } from './note-lines.ts'
import { endingOf } from './path.ts'
import { planFolder, type FolderPlan } from './plan.ts'

/** A block with its depth, in outline order. */
export interface PlacedBlock {
  readonly item: BlockRecord
  readonly depth: number
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
  /** The settings that an import kept: the text of `logseq/config.edn`. */
  readonly config?: string
}

/** The links of a folder that Obsidian opens. */
export interface VaultLinks {
  /** Returns the target of a link to a page; `undefined` if the graph has no page of that name or alias. */
  readonly toPage: (name: string) => string | undefined
  /** Returns the target of a link to a block. */
  readonly toBlock: (blockId: string) => string | undefined
}

/** The layout of an exported folder. */
export interface ExportPlan {
  readonly pathOf: (page: PageRecord) => string
  /** Returns the path of a page that no longer has the form of its Org file. */
  readonly freshPathOf?: (page: PageRecord) => string
  /** Returns the form of the file from which a page came. */
  readonly formOf?: (page: PageRecord) => FileForm | undefined
  readonly nameOf: (page: PageRecord) => string
  /**
   * Returns the name of a file below `assets/`, or its address from a note.
   *
   * @param note the path of the note or whiteboard
   */
  readonly assetName: (fileId: string, note: string) => string | undefined
  /** Returns the id of a file by each of its paths in the folder. */
  readonly fileAt?: (path: string) => string | undefined
  readonly referenced: (blockId: string) => boolean
  readonly origin?: string
  /** The plan with which an import reads the exported folder. */
  readonly folder: FolderPlan
  /** The links of a folder that Obsidian opens; absent for a Logseq folder. */
  readonly vault?: VaultLinks
}

/** The layout of a whole folder. */
export interface FolderExport extends ExportPlan {
  /** Returns the path of a file that an import found elsewhere than right in `assets/`. */
  readonly elsewhere: (fileId: string) => string | undefined
  /** Returns further paths of a file, which had several names in a folder. */
  readonly copies: (fileId: string) => readonly string[]
  /** The settings. */
  readonly config: { readonly path: string; readonly text: string }
}

/**
 * Plans the layout of an exported folder.
 *
 * @example
 * const page = makePage({ id: 'p', name: 'Books/Dune', now: 1 })
 * planExport({ pages: [page], files: new Map(), referenced: () => false }).pathOf(page) // 'pages/Books___Dune.md'
 */
export function planExport(source: ExportSource): FolderExport {
  const { pages, files, referenced, origin } = source
  const favorites = pages.filter((page) => propOf(page, PAGE_FAVORITE) === true).map(nameOf)
  const kept = keptConfig(source.config, favorites, (config) => hasFavorites(config, pages))
  const assets = Array.from(files.values(), (name) => `assets/${name}`)
  const layout = (text: string) => {
    const paths = planPaths(pages, readConfig(text))
    const all = [...paths.values()].flat()
    const { elsewhere, copies } = keptFiles(pages, files, [...all, ...assets])
    const folder = planFolder([CONFIG_PATH, ...all, ...assets, ...elsewhere.values(), ...copies.keys()], text)
    const shown = new Set([...folder.assets, ...folder.elsewhere])
    for (const [id, path] of elsewhere) if (!shown.has(path)) elsewhere.delete(id)
    for (const path of copies.keys()) if (!shown.has(path)) copies.delete(path)
    return { text, paths, folder, elsewhere, copies, isWhole: folder.notes.length === all.length }
  }
  // Settings may hide a new page. The folder then has our own settings, since no note may be lost.
  const asKept = kept === undefined ? undefined : layout(kept)
  const { text, paths, folder, elsewhere, copies } = asKept?.isWhole
    ? asKept
    : layout(writeConfig(favorites).text)
  const copiesOf = new Map<string, string[]>()
  for (const [path, id] of copies) copiesOf.set(id, [...(copiesOf.get(id) ?? []), path])
  const ownCopies = new Map<string, FileForm['copies']>()
  for (const page of copies.size === 0 ? [] : pages) {
    const own = formOf(page)?.copies
    for (const path of own ? (paths.get(page.id) ?? []) : []) ownCopies.set(path, own)
  }
  const fileAt = new Map([
    ...Array.from(files, ([id, name]) => [`assets/${name}`, id] as const),
    ...Array.from(elsewhere, ([id, path]) => [path, id] as const),
    ...copies,
  ])
  return {
    pathOf: (page) => paths.get(page.id)?.[0] ?? filePath(page),
    freshPathOf: (page) => paths.get(page.id)?.at(-1) ?? filePath(page),
    formOf,
    nameOf: writtenName,
    assetName(id, note) {
      const copy = ownCopies.get(note)?.[id]?.[0]
      const path = copy !== undefined && copies.get(copy) === id ? copy : elsewhere.get(id)
      return path === undefined ? files.get(id) : addressFrom(note, path)
    },
    fileAt: (path) => fileAt.get(path),
    elsewhere: (id) => elsewhere.get(id),
    copies: (id) => copiesOf.get(id) ?? [],
    referenced,
    ...(origin === undefined ? {} : { origin }),
    folder,
    config: { path: CONFIG_PATH, text },
  }
}

/**
 * The paths of files that pages of an import showed elsewhere than right in `assets/`, and the ids of copies by their paths. A path
 * that another file needs, as a file or as a folder, is left out.
 *
 * @param others the paths of all other files
 */
function keptFiles(
  pages: readonly PageRecord[],
  files: ExportSource['files'],
  others: readonly string[],
): { elsewhere: Map<string, string>; copies: Map<string, string> } {
  const elsewhere = new Map<string, string>()
  const copies = new Map<string, string>()
  const taken = new Set(others.map(caseless))
  const folders = new Set(others.flatMap((path) => foldersAbove(caseless(path))))
  const isFree = (id: string, path: string): boolean => {
    const [one, above] = [caseless(path), foldersAbove(caseless(path))]
    if (!files.has(id) || taken.has(one) || folders.has(one)) return false
    if (above.some((folder) => taken.has(folder))) return false
    taken.add(one)
    for (const folder of above) folders.add(folder)
    return true
  }
  const forms = pages.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((page) => formOf(page))
  for (const form of forms)
    for (const [id, path] of Object.entries(form?.files ?? {}))
      if (!elsewhere.has(id) && isFree(id, path)) elsewhere.set(id, path)
  for (const form of forms)
    for (const [id, paths] of Object.entries(form?.copies ?? {}))
      for (const path of paths) if (isFree(id, path)) copies.set(path, id)
  return { elsewhere, copies }
}

const foldersAbove = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((_, i) =>
      path
        .split('/')
        .slice(0, i + 1)
        .join('/'),
    )

/** The form of a page's file, unless the page has another name by now. */
function formOf(page: PageRecord): FileForm | undefined {
  const form = kindOf(page) === 'whiteboard' ? undefined : readForm(propOf(page, PAGE_FILE))
  return form?.org === true && form.name !== textHash(nameOf(page)) ? undefined : form
}

/** Whether the settings name the favorites of the graph, and no other page. */
function hasFavorites({ favorites }: FolderConfig, pages: readonly PageRecord[]): boolean {
  const named = new Set(favorites.map(fold))
  return pages.every((page) => named.has(fold(nameOf(page))) === (propOf(page, PAGE_FAVORITE) === true))
}

/** The paths of each page by its id. An Org file has a second one, for the time when its page has changed. */
function planPaths(pages: readonly PageRecord[], config: FolderConfig): Map<string, readonly string[]> {
  const own = new Map<string, string>()
  const taken = new Set<string>()
  const sorted = pages.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (const page of sorted) {
    const form = formOf(page)
    if (!form || form.name !== textHash(nameOf(page)) || !isOwnPath(form.path)) continue
    if (taken.has(caseless(form.path))) continue
    taken.add(caseless(form.path))
    own.set(page.id, form.path)
  }
  const paths = new Map<string, readonly string[]>()
  for (const page of sorted) {
    const path = own.get(page.id)
    if (path !== undefined && endingOf(path) !== 'org') paths.set(page.id, [path])
    else paths.set(page.id, [...(path === undefined ? [] : [path]), distinctPath(page, taken, config)])
  }
  return paths
}

/** The settings of a folder without settings of its own. */
const OUR_CONFIG = readConfig(writeConfig([]).text)

/**
 * Returns the path of a page's file, unless another page needs the same path.
 *
 * @example
 * filePath(makePage({ id: 'journal-20261120', name: '2026-11-20', now: 1 })) // 'journals/2026_11_20.md'
 */
export function filePath(page: PageRecord, config: FolderConfig = OUR_CONFIG): string {
  const name = writtenName(page)
  const path =
    kindOf(page) === 'whiteboard' ? boardPath(fileStem(name)) : pathFor(name, journalDay(page.id), config)
  return path ?? markedPath(page, config, mark(page.id))
}

const boardPath = (stem: string | undefined): string | undefined =>
  stem === undefined ? undefined : `whiteboards/${stem}.json`

function markedPath(page: PageRecord, { pagesFolder, journalsFolder }: FolderConfig, mark: string): string {
  const stem = markedStem(writtenName(page), mark)
  if (kindOf(page) === 'whiteboard') return boardPath(stem)!
  return `${kindOf(page) === 'journal' ? journalsFolder : pagesFolder}/${stem}.md`
}

const writtenName = (page: PageRecord): string => nameOf(page).toWellFormed().trim()

/** Some file systems ignore case, so no two paths may differ by case alone. */
function distinctPath(page: PageRecord, taken: Set<string>, config: FolderConfig): string {
  let path = filePath(page, config)
  for (let round = 0; taken.has(caseless(path)); round++)
    path = markedPath(page, config, mark(`${page.id} ${round}`))
  taken.add(caseless(path))
  return path
}

const mark = (text: string): string => textHash(text).slice(-8)
