/** One import: reads the notes and files of a folder in the order of its plan, and adds them to an account. */
import { LIMITS } from '@notegraph/contract'
import {
  CONFIG_PATH,
  fileForm,
  flatten,
  folderReader,
  noteReader,
  LONGEST_CONFIG,
  MANIFEST_PATH,
  openPageFile,
  readPlan,
  writeConfig,
  type FolderPlan,
  type FolderReader,
  type FolderSource,
  type NoteDraft,
  type NoteReader,
  type ReadResult,
} from '@notegraph/folder'
import { ASSET_MANIFEST_PATH, readAssetManifest, type AssetManifest } from '../asset-manifest.ts'
import { assetImport, type AssetImport } from './assets.ts'
import { ImportBatches, type StopReason } from './batches.ts'
import type { ImportBlobs, ImportGraph } from './dry-run-graph.ts'
import { NoteAdder, type NoteFile } from './note-adder.ts'
import { outlineNames } from './outline-names.ts'
import { watched, type ImportOptions, type ImportTarget } from './options.ts'
import { planCounter, type PlanCounter } from './plan-counter.ts'
import { ReportBuilder } from './report-builder.ts'
import type { ImportResult } from './report.ts'

export interface ImportParts {
  readonly graph: ImportGraph
  readonly blobs: ImportBlobs
  readonly account: ImportTarget
  readonly source: FolderSource
  readonly options: ImportOptions
}

/** The folder of an import after its plan was read. */
interface PlannedFolder {
  readonly plan: FolderPlan
  readonly manifest: AssetManifest
  /** Whether the folder has settings of its own, which an export writes again. */
  readonly hasOwnConfig: boolean
}

/** How much longer than another export a manifest can be, because its lines are read one by one. */
const MANIFEST_FACTOR = 4

/** @throws the reason of the signal if aborted */
export async function runImport(parts: ImportParts): Promise<ImportResult> {
  const report = new ReportBuilder(parts.options.mostPlaces)
  const { bytes, exportBytes = Infinity } = parts.options.limits ?? {}
  const unreadable = (path: string, why: string): void => report.unreadable(path, why)
  const reader = folderReader(parts.source, unreadable, bytes)
  const manifests = folderReader(parts.source, unreadable, MANIFEST_FACTOR * exportBytes)
  const folder = await readFolderPlan(parts, (path) => (isManifest(path) ? manifests : reader).text(path))
  report.addPlaces('unread', folder.plan.unread)
  for (const [path, why] of parts.source.leftOut?.() ?? []) report.unreadable(path, why)
  for (const { kind, path } of folder.plan.leftOut) report.findings.add(kind, path, 1)
  const run = new ImportRun(parts, folder, reader, report)
  const why = await run.all()
  if (why !== undefined) return { ok: false, why }
  return { ok: true, report: report.report, omitted: report.omitted, notes: report.notes }
}

const isManifest = (path: string): boolean => path === MANIFEST_PATH || path === ASSET_MANIFEST_PATH

async function readFolderPlan(
  { source, options: { limits = {} } }: ImportParts,
  read: FolderReader['text'],
): Promise<PlannedFolder> {
  const paths = new Set(await source.paths())
  const textOf = async (path: string) => (await read(path))?.text
  const plan = await readPlan(paths, textOf, limits)
  const manifest = paths.has(ASSET_MANIFEST_PATH) ? await textOf(ASSET_MANIFEST_PATH) : undefined
  const config = paths.has(CONFIG_PATH) ? await textOf(CONFIG_PATH) : undefined
  const hasOwnConfig =
    config !== undefined &&
    config.length <= LONGEST_CONFIG &&
    config !== writeConfig(plan.config.favorites).text
  return { plan, manifest: readAssetManifest(manifest, limits.nesting), hasOwnConfig }
}

class ImportRun {
  readonly #parts: ImportParts
  readonly #plan: FolderPlan
  readonly #hasOwnConfig: boolean
  readonly #reader: FolderReader
  readonly #report: ReportBuilder
  readonly #assets: AssetImport
  readonly #batches: ImportBatches
  /** Set in a dry run. */
  readonly #planned: PlanCounter | undefined
  readonly #named: (note: NoteDraft) => NoteDraft

  constructor(
    parts: ImportParts,
    { plan, manifest, hasOwnConfig }: PlannedFolder,
    reader: FolderReader,
    report: ReportBuilder,
  ) {
    const { account, blobs, graph, options } = parts
    this.#parts = parts
    this.#plan = plan
    this.#named = outlineNames(plan)
    this.#hasOwnConfig = hasOwnConfig
    this.#reader = reader
    this.#report = report
    this.#planned = options.dryRun === true ? planCounter() : undefined
    const assets = assetImport({
      accountId: account.id,
      graph,
      blobs,
      now: options.now,
      manifest,
      read: (path) => reader.bytes(path),
      tooLarge: (path) =>
        report.unreadable(path, `The file is larger than ${LIMITS.fileBytes / 2 ** 20} MB.`),
    })
    this.#assets = assets
    this.#batches = new ImportBatches({
      graph,
      quota: account.quota,
      now: options.now,
      changeId: options.changeId,
      largest: options.limits?.transaction,
      takeFiles: () => assets.takeNew(),
      committed: (added, commits) => {
        report.committed(added)
        options.onCommit?.(added, commits)
      },
    })
  }

  /** @returns the reason of an early stop, if any; no transaction is running afterwards */
  async all(): Promise<StopReason> {
    try {
      return await this.#everything()
    } finally {
      await this.#batches.settle()
    }
  }

  async #everything(): Promise<StopReason> {
    const { graph, options } = this.#parts
    const plan = this.#plan
    const isOfNotes = plan.style === 'notes'
    const hadPages = isOfNotes && (await graph.records.listPages(undefined, 1)).length > 0
    const notes = this.#noteAdder(isOfNotes)
    const reader = this.#noteReader()
    const total = plan.notes.length + plan.assets.length
    let done = 0
    for (const { path } of plan.notes) {
      options.signal?.throwIfAborted()
      const why = await this.#note(path, { reader, notes, hadPages })
      if (why) return why
      options.progress?.(++done, total)
    }
    for (const path of plan.assets) {
      options.signal?.throwIfAborted()
      const why = await this.#asset(path, notes)
      if (why) return why
      options.progress?.(++done, total)
    }
    if (this.#hasOwnConfig) await this.#assets.idOf(CONFIG_PATH)
    return this.#finish(notes)
  }

  async #finish(notes: NoteAdder): Promise<StopReason> {
    const report = this.#report
    for (const path of this.#plan.elsewhere)
      if (!this.#assets.isLinked(path)) report.findings.add('file_ignored', path, 1)
    const skippedFiles = this.#assets.skipped()
    report.skipped(skippedFiles)
    const why = await this.#batches.commit()
    await report.finish(this.#parts.graph, (id) => notes.isKnown(id))
    if (this.#planned && !why) report.plan(this.#planned.plan(report.report.files, skippedFiles))
    return why
  }

  #noteAdder(mayReplaceIds: boolean): NoteAdder {
    const { graph, options } = this.#parts
    return new NoteAdder({
      graph,
      batches: this.#batches,
      assets: this.#assets,
      report: this.#report,
      options,
      mayReplaceIds,
      planned: this.#planned,
    })
  }

  #noteReader(): NoteReader {
    const { source, options } = this.#parts
    const quiet = folderReader(source, () => {}, options.limits?.bytes)
    return noteReader(this.#plan, {
      textOf: (path) => this.#reader.text(path),
      textAhead: async (path) => (options.leftOut?.has(path) ? undefined : quiet.text(path)),
      watched: (path, work) => watched(options, path, work),
    })
  }

  async #note(
    path: string,
    { reader, notes, hadPages }: { reader: NoteReader; notes: NoteAdder; hadPages: boolean },
  ): Promise<StopReason> {
    if (this.#isLeftOut(path)) return undefined
    const opened = await reader.read(path)
    if (!opened) return undefined
    if (hadPages) await notes.findReplaced(opened, reader)
    const { file, read } = opened
    const { text, modifiedAt } = file
    const form: NoteFile['form'] = (note, idOf) =>
      fileForm(this.#plan, note, file, idOf, (asset) => this.#assets.isCopy(asset))
    return this.#result(read, { modifiedAt, characters: text.length, form }, notes)
  }

  /** A file of the account, unless it contains pages of another outliner. */
  async #asset(path: string, notes: NoteAdder): Promise<StopReason> {
    if (this.#isLeftOut(path)) return undefined
    const { options } = this.#parts
    const opened = await openPageFile(path, {
      plan: this.#plan,
      reader: this.#reader,
      longest: options.limits?.exportBytes,
      unread: (file, why) => this.#report.unreadable(file, why),
      watched: (file, work) => watched(options, file, work),
    })
    if (opened === undefined) await this.#assets.idOf(path)
    if (opened === undefined || opened === 'unread') return undefined
    const pages = opened.pages[Symbol.iterator]()
    for (;;) {
      options.signal?.throwIfAborted()
      const next = watched(options, path, () => pages.next())
      if (next.done === true) return undefined
      const read = next.value
      const characters = read.ok ? charactersOf(read.note) : 0
      const why = await this.#result(
        read.ok ? { ok: true, note: this.#named(read.note) } : read,
        { modifiedAt: opened.modifiedAt, characters },
        notes,
      )
      if (why) return why
    }
  }

  /** Reports a file that an earlier attempt could not read. */
  #isLeftOut(path: string): boolean {
    const why = this.#parts.options.leftOut?.get(path)
    if (why === undefined) return false
    this.#report.unreadable(path, why)
    return true
  }

  async #result(read: ReadResult, file: NoteFile, notes: NoteAdder): Promise<StopReason> {
    if (!read.ok) {
      this.#report.unreadNote(read)
      return undefined
    }
    this.#report.note(read.note)
    return notes.add(read.note, file)
  }
}

const charactersOf = ({ blocks }: NoteDraft): number =>
  flatten(blocks).reduce((sum, { content }) => sum + content.length, 0)
