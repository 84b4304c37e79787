/** Writes the files of an export. */
import {
  CONFIG_PATH,
  decodeText,
  LONGEST_CONFIG,
  MANIFEST_PATH,
  manifestWriter,
  planExport,
  readManifest,
  writeNote,
  writeWhiteboard,
  type FolderExport,
  type FolderSource,
  type ManifestWriter,
  type WrittenFile,
} from '@notegraph/folder'
import { kindOf, outline, type GraphRecord, type PageRecord } from '@notegraph/graph'
import type { Blobs, FileEntry, GraphStore } from '@notegraph/store'
import type { FolderTarget } from '../import/source.ts'
import {
  ASSET_MANIFEST_PATH,
  readAssetManifest,
  writeAssetManifest,
  type AssetManifest,
} from '../asset-manifest.ts'
import { assetNames, broughtPaths } from './asset-names.ts'
import { ConflictingVersions, VERSIONS_PATH } from './conflicting-versions.ts'
import type { ExportFolder, ExportOptions, ExportReport, ExportResult } from './export.ts'
import { MISSING_FILES_PATH, MissingFiles } from './missing-files.ts'

/** @returns the report, or `not_empty` if the folder contains other files */
export async function writeFolder(
  graph: GraphStore,
  blobs: Blobs,
  accountId: string,
  folder: ExportFolder,
  options: ExportOptions,
): Promise<ExportResult> {
  const earlier = await earlierExport(folder)
  if (!earlier) return { ok: false, why: 'not_empty' }
  // The first file marks the folder as an export, so that an interrupted export can run again.
  if (earlier.isEmpty) await writeBoth(folder, manifestWriter(), new Map())
  const contents = await contentsOf(graph, blobs, accountId, options.origin)
  // Read before the first write: on a file system that ignores case, the new file may be the old one.
  const kept = new Set([
    ...contents.pages.map(contents.plan.pathOf),
    ...contents.files.map(({ id }) => contents.assetPath(id)),
  ])
  for (const path of earlier.paths) if (!kept.has(path)) await folder.remove(path)
  const moved: string[] = []
  const report = await writeContents(contents, blobs, accountId, folder, options, (path) => moved.push(path))
  for (const path of moved) if (earlier.paths.includes(path)) await folder.remove(path)
  return { ok: true, report }
}

export async function writeArchive(
  graph: GraphStore,
  blobs: Blobs,
  accountId: string,
  target: FolderTarget,
  options: ExportOptions,
): Promise<ExportReport> {
  const contents = await contentsOf(graph, blobs, accountId, options.origin)
  return writeContents(contents, blobs, accountId, target, options)
}

/** The files of an export and their paths. */
interface Contents {
  readonly graph: Pick<GraphStore, 'records'>
  readonly pages: readonly PageRecord[]
  readonly files: readonly FileEntry[]
  readonly plan: FolderExport
  readonly assetPath: (fileId: string) => string
}

async function contentsOf(
  graph: GraphStore,
  blobs: Blobs,
  accountId: string,
  origin: string | undefined,
): Promise<Contents> {
  const pages = await allPages(graph)
  const unlinked = await graph.files.listUnlinked()
  const settings = unlinked.filter(({ path }) => path === CONFIG_PATH)
  const isSettings = new Set(settings.map(({ id }) => id))
  const files = (await graph.files.list()).filter(({ id }) => !isSettings.has(id))
  const names = assetNames(files)
  const referenced = await graph.blocks.referencedIds()
  const config = await keptSettings(settings, blobs, accountId)
  const plan = planExport({
    pages,
    files: names,
    referenced: (id) => referenced.has(id),
    ...(origin !== undefined && { origin }),
    ...(config !== undefined && { config }),
  })
  const placed = Array.from(
    names,
    ([id, name]) => [id, plan.elsewhere(id)?.replace(/^assets\//, '') ?? name] as const,
  )
  const paths = broughtPaths(
    unlinked.filter(({ id }) => !isSettings.has(id)),
    new Map(placed),
  )
  const assetPath = (id: string): string => plan.elsewhere(id) ?? `assets/${paths.get(id) ?? names.get(id)!}`
  return { graph, pages, files, plan, assetPath }
}

/** The settings that the latest import of a Logseq folder brought. */
async function keptSettings(
  files: readonly FileEntry[],
  blobs: Blobs,
  accountId: string,
): Promise<string | undefined> {
  const [latest] = files.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
  if (!latest || latest.size > 4 * LONGEST_CONFIG) return undefined
  const bytes = await blobs.get(accountId, latest.hash)
  if (!bytes) return undefined
  const decoded = decodeText(bytes)
  return 'text' in decoded ? decoded.text : undefined
}

async function writeContents(
  { graph, pages, files, plan, assetPath }: Contents,
  blobs: Blobs,
  accountId: string,
  target: FolderTarget,
  { progress, listsMissing = false, listsVersions = false }: ExportOptions,
  moved: (path: string) => void = () => {},
): Promise<ExportReport> {
  const gone = new MissingFiles(files.map(({ id }) => id))
  const versions = new ConflictingVersions()
  const total = pages.length + files.length
  const manifest = manifestWriter()
  let blocks = 0
  for (const [done, page] of pages.entries()) {
    const records = (await graph.records.listByPage(page.id)).map(({ record }) => record)
    if (listsMissing) gone.add(page, records)
    if (listsVersions) versions.add(page, records)
    const written = writePage(page, records, plan)
    await target.write(written.path, written.text, latestEdit(page, records))
    manifest.add(written.entry)
    blocks += written.entry.blocks.length
    const planned = plan.pathOf(page)
    if (written.path !== planned) moved(planned)
    progress?.(done + 1, total)
  }
  const missing: string[] = []
  for (const [done, file] of files.entries()) {
    const bytes = await blobs.open(accountId, file.hash)
    if (bytes) await target.write(assetPath(file.id), bytes, file.createdAt)
    else missing.push(file.name)
    progress?.(pages.length + done + 1, total)
  }
  const list = listsMissing ? gone.list(missing) : undefined
  if (list !== undefined) await target.write(MISSING_FILES_PATH, list)
  const conflicting = versions.list()
  if (conflicting !== undefined) await target.write(VERSIONS_PATH, conflicting)
  await target.write(plan.config.path, plan.config.text)
  await writeBoth(target, manifest, new Map(files.map((file) => [assetPath(file.id), file])))

  const journals = pages.filter((page) => kindOf(page) === 'journal').length
  const written = files.length - missing.length
  return { pages: pages.length - journals, journals, blocks, files: written, missing }
}

async function writeBoth(folder: FolderTarget, pages: ManifestWriter, files: AssetManifest): Promise<void> {
  await folder.write(ASSET_MANIFEST_PATH, writeAssetManifest(files))
  await folder.write(MANIFEST_PATH, inTurn(pages.pieces()))
}

async function* inTurn(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces
}

/** The folders of exported pages and files. An export deletes only files in them. */
const WRITTEN = /^(?:pages|journals|whiteboards|assets)\//

/** The remaining files of an earlier export; undefined if the folder contains other files. */
async function earlierExport(
  folder: FolderSource,
): Promise<{ isEmpty: boolean; paths: string[] } | undefined> {
  const paths = await folder.paths()
  // Hidden files (`.git`, `.DS_Store`) are not notes; an import skips them too.
  if (paths.every((path) => path.startsWith('.'))) return { isEmpty: true, paths: [] }
  if (!paths.includes(MANIFEST_PATH)) return undefined
  const textOf = async (path: string) => {
    const decoded = paths.includes(path) ? decodeText((await folder.read(path)).bytes) : undefined
    return decoded && 'text' in decoded ? decoded.text : ''
  }
  const pages = new Set(readManifest(await textOf(MANIFEST_PATH)).paths())
  const files = readAssetManifest(await textOf(ASSET_MANIFEST_PATH))
  const isOwn = (path: string) => WRITTEN.test(path) && (pages.has(path) || files.has(path))
  return { isEmpty: false, paths: paths.filter(isOwn) }
}

async function allPages(graph: Pick<GraphStore, 'records'>): Promise<PageRecord[]> {
  const pages: PageRecord[] = []
  for (;;) {
    const batch = await graph.records.listPages(pages.at(-1)?.id, 1_000)
    if (batch.length === 0) return pages
    for (const { record } of batch) if (record.kind === 'page') pages.push(record)
  }
}

function writePage(page: PageRecord, records: readonly GraphRecord[], plan: FolderExport): WrittenFile {
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
