/** Writing an account's graph as a Logseq folder that imports back to the same graph. */
import {
  decodeText,
  LEDGER_PATH,
  planExport,
  readLedger,
  writeConfig,
  writeLedger,
  writeNote,
  writeWhiteboard,
  type ExportPlan,
  type FolderSource,
  type LedgerEntry,
  type WrittenFile,
} from '@notegraph/folder'
import {
  kindOf,
  nameOf,
  outline,
  PAGE_FAVORITE,
  propOf,
  type GraphRecord,
  type PageRecord,
} from '@notegraph/graph'
import type { Blobs, FileEntry, GraphStore, Store } from '@notegraph/store'
import type { FolderTarget, Progress } from '../import/source.ts'
import { ASSET_LEDGER_PATH, readAssetLedger, writeAssetLedger, type AssetLedger } from '../asset-manifest.ts'
import { assetNames, broughtPaths } from './asset-names.ts'

/** What an export wrote. */
export interface ExportReport {
  /** Pages that are no journal days. */
  readonly pages: number
  readonly journals: number
  readonly blocks: number
  readonly files: number
  /** Names of files whose bytes are gone from the store; they are not in the folder. */
  readonly missing: readonly string[]
}

export type ExportResult =
  | { readonly ok: true; readonly report: ExportReport }
  /** The folder holds something that no export wrote. */
  | { readonly ok: false; readonly why: 'not_empty' }

/** A folder that is written to, and what it held before. */
export interface ExportFolder extends FolderSource, FolderTarget {
  remove(path: string): Promise<void>
}

export interface ExportOptions {
  /** The service's own origin, whose file addresses are its files. */
  readonly origin?: string
  readonly progress?: Progress
}

/** A folder of an earlier export is written anew: what it held and the graph no longer does is removed. */
export async function exportFolder(
  store: Store,
  blobs: Blobs,
  accountId: string,
  folder: ExportFolder,
  options: ExportOptions = {},
): Promise<ExportResult> {
  const earlier = await earlierExport(folder)
  if (!earlier) return { ok: false, why: 'not_empty' }
  // From the first file on it is known for an export, so that one that was cut off can be run again.
  if (earlier.isEmpty) await writeBoth(folder, [], new Map())
  const contents = await contentsOf(store.graph(accountId), options.origin)
  // Before anything is written: where a file system tells no case apart, the new file may be the old one.
  const kept = new Set([
    ...contents.pages.map(contents.plan.pathOf),
    ...contents.files.map(({ id }) => contents.assetPath(id)),
  ])
  for (const path of earlier.paths) if (!kept.has(path)) await folder.remove(path)
  return { ok: true, report: await writeContents(contents, blobs, accountId, folder, options) }
}

/** Writes the same to a place that holds nothing yet, each file once. */
export async function exportArchive(
  store: Store,
  blobs: Blobs,
  accountId: string,
  target: FolderTarget,
  options: ExportOptions = {},
): Promise<ExportReport> {
  const contents = await contentsOf(store.graph(accountId), options.origin)
  return writeContents(contents, blobs, accountId, target, options)
}

/** What there is to write, and where it goes. */
interface Contents {
  readonly graph: GraphStore
  readonly pages: readonly PageRecord[]
  readonly files: readonly FileEntry[]
  readonly plan: ExportPlan
  readonly assetPath: (fileId: string) => string
}

async function contentsOf(graph: GraphStore, origin: string | undefined): Promise<Contents> {
  const pages = await allPages(graph)
  const files = await graph.listFiles()
  const names = assetNames(files)
  const referenced = await graph.referencedBlocks()
  const plan = planExport({
    pages,
    files: names,
    referenced: (id) => referenced.has(id),
    ...(origin !== undefined && { origin }),
  })
  const paths = broughtPaths(await graph.unlinkedFiles(), names)
  return { graph, pages, files, plan, assetPath: (id) => `assets/${paths.get(id) ?? names.get(id)!}` }
}

async function writeContents(
  { graph, pages, files, plan, assetPath }: Contents,
  blobs: Blobs,
  accountId: string,
  target: FolderTarget,
  { progress }: ExportOptions,
): Promise<ExportReport> {
  const total = pages.length + files.length
  const entries: LedgerEntry[] = []
  for (const [done, page] of pages.entries()) {
    const records = (await graph.recordsOfPage(page.id)).map(({ record }) => record)
    const written = writePage(page, records, plan)
    await target.write(written.path, written.text, latestEdit(page, records))
    entries.push(written.entry)
    progress?.(done + 1, total)
  }
  const missing: string[] = []
  for (const [done, file] of files.entries()) {
    const bytes = await blobs.open(accountId, file.hash)
    if (bytes) await target.write(assetPath(file.id), bytes, file.createdAt)
    else missing.push(file.name)
    progress?.(pages.length + done + 1, total)
  }
  const favorites = pages.filter((page) => propOf(page, PAGE_FAVORITE) === true).map(nameOf)
  const config = writeConfig(favorites.toSorted())
  await target.write(config.path, config.text)
  await writeBoth(target, entries, new Map(files.map((file) => [assetPath(file.id), file])))

  const journals = pages.filter((page) => kindOf(page) === 'journal').length
  const blocks = entries.reduce((sum, entry) => sum + entry.blocks.length, 0)
  const written = files.length - missing.length
  return { pages: pages.length - journals, journals, blocks, files: written, missing }
}

async function writeBoth(
  folder: FolderTarget,
  pages: readonly LedgerEntry[],
  files: AssetLedger,
): Promise<void> {
  await folder.write(ASSET_LEDGER_PATH, writeAssetLedger(files))
  const ledger = writeLedger(pages)
  await folder.write(ledger.path, ledger.text)
}

/** Where an export writes pages and files, and nothing else is its own to remove. */
const WRITTEN = /^(?:pages|journals|whiteboards|assets)\//

/** What an earlier export wrote and is still there; undefined where the folder holds anything else. */
async function earlierExport(
  folder: FolderSource,
): Promise<{ isEmpty: boolean; paths: string[] } | undefined> {
  const paths = await folder.paths()
  // What is hidden (`.git`, `.DS_Store`) is no note, and an import passes it over too.
  if (paths.every((path) => path.startsWith('.'))) return { isEmpty: true, paths: [] }
  if (!paths.includes(LEDGER_PATH)) return undefined
  const textOf = async (path: string) => {
    const decoded = paths.includes(path) ? decodeText((await folder.read(path)).bytes) : undefined
    return decoded && 'text' in decoded ? decoded.text : ''
  }
  const pages = readLedger(await textOf(LEDGER_PATH))
  const files = readAssetLedger(await textOf(ASSET_LEDGER_PATH))
  const isOwn = (path: string) => WRITTEN.test(path) && (pages.has(path) || files.has(path))
  return { isEmpty: false, paths: paths.filter(isOwn) }
}

async function allPages(graph: GraphStore): Promise<PageRecord[]> {
  const pages: PageRecord[] = []
  for (;;) {
    const batch = await graph.pageRecords(pages.at(-1)?.id, 1_000)
    if (batch.length === 0) return pages
    for (const { record } of batch) if (record.kind === 'page') pages.push(record)
  }
}

function writePage(page: PageRecord, records: readonly GraphRecord[], plan: ExportPlan): WrittenFile {
  const blocks = records.filter((record) => record.kind === 'block')
  const byId = new Map(blocks.map((block) => [block.id, block]))
  const places = blocks.map(({ id, place }) => ({ id, parentId: place.parentId, order: place.order }))
  const placed = {
    record: page,
    blocks: outline(places).map(({ item, depth }) => ({ item: byId.get(item.id)!, depth })),
  }
  if (kindOf(page) !== 'whiteboard') return writeNote(placed, plan)
  return writeWhiteboard(
    placed,
    records.filter((record) => record.kind === 'shape'),
    plan,
  )
}

const latestEdit = (page: PageRecord, records: readonly GraphRecord[]): number =>
  records.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), page.updatedAt)
