/** Writes the files of an export. */
import {
  CONFIG_PATH,
  decodeText,
  isAsExported,
  LONGEST_CONFIG,
  MANIFEST_PATH,
  manifestWriter,
  planExport,
  readManifest,
  writePage,
  assetNames,
  type FolderExport,
  textHash,
  type FolderSource,
  type Manifest,
  type ManifestWriter,
} from '@notegraph/folder'
import { journalDay, kindOf, type GraphRecord, type PageRecord } from '@notegraph/graph'
import type { Blobs, FileEntry, GraphStore } from '@notegraph/store'
import type { FileContent, FolderTarget } from '../import/source.ts'
import {
  ASSET_MANIFEST_PATH,
  readAssetManifest,
  writeAssetManifest,
  type AssetManifest,
} from '../asset-manifest.ts'
import { broughtPaths } from './brought-paths.ts'
import { ConflictingVersions, VERSIONS_PATH } from './conflicting-versions.ts'
import type { ExportFolder, ExportOptions, ExportReport, ExportResult } from './export.ts'
import { MISSING_FILES_PATH, MissingFiles } from './missing-files.ts'

/** @returns the report, or the reason why nothing was written */
export async function writeFolder(
  graph: GraphStore,
  blobs: Blobs,
  accountId: string,
  folder: ExportFolder,
  options: ExportOptions,
): Promise<ExportResult> {
  const earlier = await earlierExport(folder)
  if (!earlier) return { ok: false, why: 'not_empty' }
  if (await isOfOthers(graph, earlier.manifest)) return { ok: false, why: 'other_notes' }
  // The first file marks the folder as an export, so that an interrupted export can run again.
  if (earlier.isEmpty) await writeBoth(folder, manifestWriter(), new Map())
  const contents = await contentsOf(graph, blobs, accountId, options.origin)
  const kept: string[] = []
  const careful = keepingEdits(folder, earlier, kept)
  // Read before the first write: on a file system that ignores case, the new file may be the old one.
  const needed = new Set([
    ...contents.pages.map(contents.plan.pathOf),
    ...contents.files.map(({ id }) => contents.assetPath(id)),
  ])
  for (const path of earlier.paths) if (!needed.has(path)) await careful.remove(path)
  const moved: string[] = []
  const report = await writeContents(contents, blobs, accountId, careful, options, (path) => moved.push(path))
  for (const path of moved) if (earlier.paths.includes(path)) await careful.remove(path)
  return { ok: true, report: kept.length === 0 ? report : { ...report, kept } }
}

/** Whether a manifest names pages or blocks, and none of them was ever in the graph. Every graph has the same ids of days. */
async function isOfOthers({ records }: Pick<GraphStore, 'records'>, manifest: Manifest): Promise<boolean> {
  let isOf = false
  for (const path of manifest.paths()) {
    const { page, blocks = [] } = manifest.get(path) ?? {}
    const ids = [page, ...blocks]
      .flatMap((item) => item?.[0] ?? [])
      .filter((id) => journalDay(id) === undefined)
    if ((await records.findMany(ids.slice(0, SAMPLE))).length > 0) return false
    isOf ||= ids.length > 0
  }
  return isOf
}

/** Ids of a note that are looked for. */
const SAMPLE = 1_000

/** The folder of edited notes whose place another text takes. An import skips hidden folders. */
const EDITED = '.notegraph-edited'

/** Writes and removes files of an earlier export, and first copies those that a person edited. @param kept gets the paths of the copies */
function keepingEdits(
  folder: ExportFolder,
  { manifest, paths }: Earlier,
  kept: string[],
): Pick<ExportFolder, 'write' | 'remove'> {
  const left = new Set(paths)
  async function keep(path: string, content?: FileContent): Promise<void> {
    const entry = left.delete(path) ? manifest.get(path) : undefined
    if (!entry) return
    const { bytes, modifiedAt } = await folder.read(path)
    const decoded = decodeText(bytes)
    const text = 'text' in decoded ? decoded.text : undefined
    if (text !== undefined && (text === content || isAsExported(entry, text))) return
    const [name, ending] = [path.replace(/\.[^./]*$/u, ''), /\.[^./]*$/u.exec(path)?.[0] ?? '']
    const to = `${EDITED}/${name}.${textHash(text ?? String(modifiedAt))}${ending}`
    await folder.write(to, bytes, modifiedAt)
    kept.push(to)
  }
  return {
    write: async (path, content, modifiedAt) => {
      await keep(path, content)
      await folder.write(path, content, modifiedAt)
    },
    remove: async (path) => {
      await keep(path)
      await folder.remove(path)
    },
  }
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
    for (const path of bytes ? plan.copies(file.id) : []) {
      const again = await blobs.open(accountId, file.hash)
      if (again) await target.write(path, again, file.createdAt)
    }
    progress?.(pages.length + done + 1, total)
  }
  const list = listsMissing ? gone.list(missing) : undefined
  if (list !== undefined) await target.write(MISSING_FILES_PATH, list)
  const conflicting = versions.list()
  if (conflicting !== undefined) await target.write(VERSIONS_PATH, conflicting)
  await target.write(plan.config.path, plan.config.text)
  const named = files.flatMap((file) => [
    [assetPath(file.id), file] as const,
    ...plan.copies(file.id).map((path) => [path, { ...file, name: baseName(path) }] as const),
  ])
  await writeBoth(target, manifest, new Map(named))

  const journals = pages.filter((page) => kindOf(page) === 'journal').length
  const written = files.length - missing.length
  return { pages: pages.length - journals, journals, blocks, files: written, missing }
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

async function writeBoth(folder: FolderTarget, pages: ManifestWriter, files: AssetManifest): Promise<void> {
  await folder.write(ASSET_MANIFEST_PATH, writeAssetManifest(files))
  await folder.write(MANIFEST_PATH, inTurn(pages.pieces()))
}

async function* inTurn(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces
}

/** The folders of exported pages and files. An export deletes only files in them. */
const WRITTEN = /^(?:pages|journals|whiteboards|assets)\//

interface Earlier {
  readonly isEmpty: boolean
  readonly manifest: Manifest
  /** The files of the earlier export that are still there. */
  readonly paths: readonly string[]
}

/** An earlier export; undefined if the folder contains other files. */
async function earlierExport(folder: FolderSource): Promise<Earlier | undefined> {
  const paths = await folder.paths()
  // Hidden files (`.git`, `.DS_Store`) are not notes; an import skips them too.
  if (paths.every((path) => path.startsWith('.')))
    return { isEmpty: true, manifest: readManifest(''), paths: [] }
  if (!paths.includes(MANIFEST_PATH)) return undefined
  const textOf = async (path: string) => {
    const decoded = paths.includes(path) ? decodeText((await folder.read(path)).bytes) : undefined
    return decoded && 'text' in decoded ? decoded.text : ''
  }
  const manifest = readManifest(await textOf(MANIFEST_PATH))
  const pages = new Set(manifest.paths())
  const files = readAssetManifest(await textOf(ASSET_MANIFEST_PATH))
  const isOwn = (path: string) => WRITTEN.test(path) && (pages.has(path) || files.has(path))
  return { isEmpty: false, manifest, paths: paths.filter(isOwn) }
}

async function allPages(graph: Pick<GraphStore, 'records'>): Promise<PageRecord[]> {
  const pages: PageRecord[] = []
  for (;;) {
    const batch = await graph.records.listPages(pages.at(-1)?.id, 1_000)
    if (batch.length === 0) return pages
    for (const { record } of batch) if (record.kind === 'page') pages.push(record)
  }
}

const latestEdit = (page: PageRecord, records: readonly GraphRecord[]): number =>
  records.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), page.updatedAt)
