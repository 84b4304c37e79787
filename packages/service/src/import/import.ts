/**
 * Imports a folder of notes into an account, through the one write path. Notes are committed in batches of whole pages
 * if they fit. An interrupted import keeps its commits, and the next run adds the rest.
 */
import { fold } from '@notegraph/block-text'
import { LIMITS, type ImportLimits } from '@notegraph/contract'
import {
  flatten,
  folderReader,
  noteReader,
  openPageFile,
  readPlan,
  withFiles,
  type FolderPlan,
  type FolderReader,
  type FolderSource,
  type NoteDraft,
  type NoteReader,
  type OpenedNote,
  type ReadResult,
} from '@notegraph/folder'
import { journalDay, journalId, type PageRecord } from '@notegraph/graph'
import type {
  Account,
  Blobs,
  CommitResult,
  Commit,
  NewFile,
  Put,
  Store,
  VersionedRecord,
} from '@notegraph/store'
import { ASSET_MANIFEST_PATH, readAssetManifest } from '../asset-manifest.ts'
import { assetImport, type AssetImport } from './assets.ts'
import { findings, targets } from './findings.ts'
import { idSource, revSource } from './ids.ts'
import { mergeNote, type StoredPageRecords, type NoteMerge } from './merge.ts'
import { idsOf, withOwnIds } from './own-ids.ts'
import { planCounter, type PlanCounter } from './plan-counter.ts'
import { NO_BLOBS, dryRunGraph, type ImportBlobs, type ImportGraph } from './dry-run-graph.ts'
import { withReplacedIds } from './replaced-ids.ts'
import { emptyReport, type AddedCounts, type ImportReport, type ImportResult } from './report.ts'
import type { Progress } from './source.ts'

/** The most records with one number, so that no reader of the feed gets more at once. */
const BATCH = 1_000
/**
 * The most records in one transaction. Each transaction waits for the disk and blocks other writers. The first is
 * small, so that writing starts early, and later ones grow.
 */
const FIRST_TRANSACTION = 1_000
const LARGEST_TRANSACTION = 8_000
/** Characters gathered before a commit, however few records they are. Two batches are in memory at a time. */
const LARGEST_TEXT = 16 * 2 ** 20

/** The options of an import; `now` is in milliseconds since 1970. */
export interface ImportOptions {
  readonly now: number
  readonly progress?: Progress
  /** The most places of each kind in the report; unlimited if left out. */
  readonly told?: number
  /** Limits of one note; none if left out. */
  readonly limits?: Partial<ImportLimits>
  /** Stops the import when aborted; batches already sent to the store are committed. */
  readonly signal?: AbortSignal
  /** Called with the additions of each transaction after its commit. */
  readonly landed?: (added: AddedCounts) => void
  /** Reads and plans everything, writes nothing, and reports the changes of an import. */
  readonly dryRun?: boolean
  /** Notes to skip, with reasons, because an earlier attempt could not read them. */
  readonly leftOut?: ReadonlyMap<string, string>
  /**
   * Called with the path of a note before it is read, and with undefined afterwards. Reading a note cannot be
   * interrupted.
   */
  readonly reading?: (path: string | undefined) => void
}

/** The account of an import; its quota is in bytes. */
export type ImportTarget = Pick<Account, 'id' | 'quota'>
type StopReason = 'quota_full' | 'changed_meanwhile' | undefined

/**
 * Imports a folder of notes into an account.
 *
 * @returns the report, or the reason why the import stopped early
 * @throws the reason of the signal if aborted
 *
 * @example
 * ```ts
 * const result = await importFolder(store, blobs, account, diskFolder('./notes'), { now: Date.now() })
 * ```
 */
export async function importFolder(
  store: Store,
  blobs: Blobs,
  account: ImportTarget,
  source: FolderSource,
  options: ImportOptions,
): Promise<ImportResult> {
  const graph = store.graph(account.id)
  if (options.dryRun === true) {
    const { landed: _, ...rest } = options // nothing is committed
    return ended(new ImportRun(dryRunGraph(graph), NO_BLOBS, account, source, rest))
  }
  await store.sweeps.note(account.id) // before bytes are stored, since an interrupted import leaves some without a file
  return ended(new ImportRun(graph, blobs, account, source, options))
}

async function ended(run: ImportRun): Promise<ImportResult> {
  const why = await run.all()
  return why === undefined ? { ok: true, report: run.report, untold: run.untold } : { ok: false, why }
}

class ImportRun {
  readonly report: ReturnType<typeof emptyReport> = emptyReport()
  readonly untold = { unread: 0, missing: 0 }
  readonly #graph: ImportGraph
  readonly #blobs: ImportBlobs
  readonly #account: ImportTarget
  readonly #source: FolderSource
  readonly #reader: FolderReader
  readonly #options: ImportOptions
  readonly #newId = idSource()
  readonly #newRev = revSource()
  #puts: Put[] = []
  /** New pages of the batch. */
  #newPages = new Set<string>()
  /** Characters of the batch's notes. */
  #text = 0
  #transaction = FIRST_TRANSACTION
  /**
   * Contents of the batch that another note may refer to before the store knows them: page ids, ids in notes, folded
   * names.
   */
  #pending = new Set<string>()
  /** The same for the batch that is being committed. */
  #sent = new Set<string>()
  /**
   * The last transaction that was sent. The next one depends on it, since its blocks may be on that transaction's page.
   */
  #sentLast: Promise<CommitResult> | undefined
  #underWay: Promise<StopReason> | undefined
  /** Set in a dry run. */
  readonly #planned: PlanCounter | undefined
  readonly #findings = findings()
  readonly #targets = targets()
  /** Whether the account had pages, and the folder is one of notes: only then may blocks have other ids. */
  #isOfNotes = false
  #hadPages = false
  /** The ids that blocks have in the account, by the ids that the folder gives them. */
  readonly #replaced = new Map<string, string>()
  /** Notes that were read before their turn for such ids. */
  readonly #peeked = new Set<string>()
  /** Pages of the notes read so far. */
  readonly #pages = new Set<string>()
  /** Ids in the notes read so far. */
  readonly #seen = new Set<string>()

  constructor(
    graph: ImportGraph,
    blobs: ImportBlobs,
    account: ImportTarget,
    source: FolderSource,
    options: ImportOptions,
  ) {
    this.#graph = graph
    this.#blobs = blobs
    this.#account = account
    this.#source = source
    this.#reader = folderReader(source, (path, why) => this.#unreadable(path, why), options.limits?.bytes)
    this.#options = options
    this.#planned = options.dryRun === true ? planCounter() : undefined
  }

  /** @returns the reason of an early stop, if any; no transaction is running afterwards */
  async all(): Promise<StopReason> {
    try {
      return await this.#everything()
    } finally {
      await this.#underWay?.catch(() => {})
    }
  }

  async #everything(): Promise<StopReason> {
    const paths = new Set(await this.#source.paths())
    const textOf = async (path: string) => (await this.#reader.text(path))?.text
    const { limits = {} } = this.#options
    const plan = await readPlan(paths, textOf, limits)
    const assetManifest = paths.has(ASSET_MANIFEST_PATH) ? await textOf(ASSET_MANIFEST_PATH) : undefined
    const files = readAssetManifest(assetManifest, limits.nesting)
    const assets = this.#assetImport(files)
    this.#tell('unread', plan.unread)
    for (const { kind, path } of plan.leftOut) this.#findings.add(kind, path, 1)
    const reader = this.#noteReader(plan)
    this.#isOfNotes = plan.style === 'notes'
    this.#hadPages = this.#isOfNotes && (await this.#graph.records.listPages(undefined, 1)).length > 0
    const total = plan.notes.length + plan.assets.length
    let done = 0
    for (const { path } of plan.notes) {
      this.#options.signal?.throwIfAborted()
      const why = await this.#note(path, reader, assets)
      if (why) return why
      this.#options.progress?.(++done, total)
    }
    for (const path of plan.assets) {
      this.#options.signal?.throwIfAborted()
      const why = await this.#asset(plan, path, assets)
      if (why) return why
      this.#options.progress?.(++done, total)
    }
    this.report.skipped += assets.skipped()
    const why = await this.#land(assets)
    await this.#targets.report(this.#findings, this.#graph, (id) => this.#seen.has(id))
    this.report.findings = this.#findings.list()
    if (this.#planned && !why) this.report.plan = this.#planned.plan(this.report.files, assets.skipped())
    return why
  }

  #assetImport(manifest: ReturnType<typeof readAssetManifest>): AssetImport {
    return assetImport({
      accountId: this.#account.id,
      graph: this.#graph,
      blobs: this.#blobs,
      now: this.#options.now,
      manifest,
      read: (path) => this.#reader.bytes(path),
      tooLarge: (path) => this.#unreadable(path, `The file is larger than ${LIMITS.fileBytes / 2 ** 20} MB.`),
    })
  }

  #noteReader(plan: FolderPlan): NoteReader {
    const quiet = folderReader(this.#source, () => {}, this.#options.limits?.bytes)
    return noteReader(plan, {
      textOf: (path) => this.#reader.text(path),
      textAhead: async (path) => (this.#options.leftOut?.has(path) ? undefined : quiet.text(path)),
      watched: (path, work) => this.#watched(path, work),
    })
  }

  #unreadable(file: string, why: string): void {
    this.#findings.add('file_unreadable', file, 1)
    this.#tell('unread', [{ file, line: 1, why }])
  }

  #tell<K extends 'unread' | 'missing'>(kind: K, places: Readonly<ImportReport[K]>): void {
    const { told = Infinity } = this.#options
    const list: ImportReport[K][number][] = this.report[kind]
    for (const place of places) {
      if (list.length < told) list.push(place)
      else this.untold[kind]++
    }
  }

  async #note(path: string, reader: NoteReader, assets: AssetImport): Promise<StopReason> {
    const why = this.#options.leftOut?.get(path)
    if (why !== undefined) {
      this.#unreadable(path, why)
      return undefined
    }
    const opened = await reader.read(path)
    if (!opened) return undefined
    if (this.#hadPages) await this.#findReplaced(opened, reader, assets)
    this.#text += opened.file.text.length
    return this.#result(opened.read, opened.file.modifiedAt, assets)
  }

  /** Finds the ids that the account has for blocks of later notes, if this note refers to ids that do not exist. */
  async #findReplaced({ read, linked }: OpenedNote, reader: NoteReader, assets: AssetImport): Promise<void> {
    const others = linked.filter((path) => !this.#peeked.has(path))
    if (!read.ok || others.length === 0) return
    const wanted = (read.note.wanted ?? []).flatMap(({ kind, target }) =>
      kind === 'block_missing' && !this.#seen.has(target) ? [target] : [],
    )
    const there = await this.#recordsOf([...new Set(wanted)])
    if (wanted.every((id) => isLive(there.get(id)))) return
    for (const path of others) {
      this.#peeked.add(path)
      const opened = await reader.peek(path)
      if (!opened?.read.ok) continue
      const note = await filed(opened.read.note, assets)
      const held = await this.#held(note, idsOf(note))
      if (held.page) this.#replace(this.#merge(note, held, opened.file.modifiedAt))
    }
  }

  #replace({ replaced }: NoteMerge): void {
    for (const [id, own] of replaced) this.#replaced.set(id, own)
  }

  #merge(note: NoteDraft, held: StoredPageRecords, modifiedAt: number): NoteMerge {
    const sources = { now: this.#options.now, newId: this.#newId, newRev: this.#newRev }
    return this.#watched(note.path, () => mergeNote(note, held, modifiedAt, sources))
  }

  /** A file of the account, unless it contains pages of another outliner. */
  async #asset(plan: FolderPlan, path: string, assets: AssetImport): Promise<StopReason> {
    const why = this.#options.leftOut?.get(path)
    if (why !== undefined) {
      this.#unreadable(path, why)
      return undefined
    }
    const opened = await openPageFile(path, {
      plan,
      reader: this.#reader,
      longest: this.#options.limits?.exportBytes,
      unread: (file, why) => this.#unreadable(file, why),
      watched: (file, work) => this.#watched(file, work),
    })
    if (opened === undefined) await assets.idOf(path)
    if (opened === undefined || opened === 'unread') return undefined
    const pages = opened.pages[Symbol.iterator]()
    for (;;) {
      this.#options.signal?.throwIfAborted()
      const next = this.#watched(path, () => pages.next())
      if (next.done === true) return undefined
      if (next.value.ok) this.#text += charactersOf(next.value.note)
      const stopped = await this.#result(next.value, opened.modifiedAt, assets)
      if (stopped) return stopped
    }
  }

  async #result(read: ReadResult, modifiedAt: number, assets: AssetImport): Promise<StopReason> {
    if (!read.ok) {
      this.#tell('unread', read.unread)
      for (const { file, line } of read.unread) this.#findings.add(read.kind ?? 'file_unreadable', file, line)
      return undefined
    }
    const { path, unread, missing, findings: found, wanted = [] } = read.note
    this.#tell('unread', unread)
    this.#tell('missing', missing)
    if (found) this.#findings.addAll(path, found)
    else for (const { file, line } of unread) this.#findings.add('part_unreadable', file, line)
    for (const { line } of missing) this.#findings.add('file_missing', path, line)
    this.#targets.add(path, wanted)
    const own = withOwnIds(read.note, this.#seen, (line) => this.#findings.add('id_repeated', path, line))
    return this.#draft(await filed(own, assets), modifiedAt, assets)
  }

  /** Reports the path of a note while work on it cannot be interrupted. */
  #watched<T>(path: string, work: () => T): T {
    const { reading } = this.#options
    reading?.(path)
    try {
      return work()
    } finally {
      reading?.(undefined)
    }
  }

  async #draft(note: NoteDraft, modifiedAt: number, assets: AssetImport): Promise<StopReason> {
    const ids = idsOf(note)
    const name = `name ${fold(note.name)}`
    // The look-ups below need the records of the current batch.
    if ([name, ...ids].some((one) => this.#isUnlanded(one))) {
      const why = await this.#land(assets)
      if (why) return why
    }
    let held = await this.#held(note, ids)
    // The batch may have renamed the page.
    if (held.page && this.#isUnlanded(held.page.record.id)) {
      const why = await this.#land(assets)
      if (why) return why
      held = await this.#held(note, ids)
    }
    const referring = withReplacedIds(note, this.#replaced)
    let merged = this.#merge(referring, held, modifiedAt)
    if (this.#isOfNotes) {
      this.#replace(merged)
      const own = withReplacedIds(referring, merged.replaced)
      if (own !== referring) merged = this.#merge(own, held, modifiedAt)
    }
    const { pageId, puts, added, skipped } = merged
    this.#planned?.add(merged)
    if (merged.keptProperties > 0) this.#findings.add('property_kept', note.path, 1, merged.keptProperties)
    for (const line of merged.takenIds) this.#findings.add('id_taken', note.path, line)
    if (this.#pages.has(pageId)) this.#findings.add('page_merged', note.path, 1)
    this.#pages.add(pageId)
    if (added.page === 1) this.#newPages.add(pageId)
    this.report.skipped += skipped
    this.#pending.add(name).add(pageId)
    for (const id of ids) this.#pending.add(id)
    for (const put of puts) this.#puts.push(put)
    const isMuch = this.#puts.length >= this.#transaction || this.#text >= LARGEST_TEXT
    return isMuch ? this.#send(assets) : undefined
  }

  /** Whether an id or a name is in a batch that the store may not know yet. */
  #isUnlanded(one: string): boolean {
    return this.#pending.has(one) || this.#sent.has(one)
  }

  async #recordsOf(ids: readonly string[]): Promise<ReadonlyMap<string, VersionedRecord>> {
    const records = new Map<string, VersionedRecord>()
    for (let at = 0; at < ids.length; at += BATCH)
      for (const one of await this.#graph.records.findMany(ids.slice(at, at + BATCH)))
        records.set(one.record.id, one)
    return records
  }

  async #held(note: NoteDraft, ids: readonly string[]): Promise<StoredPageRecords> {
    const records = await this.#recordsOf(ids)
    const page = await this.#page(note, records)
    return {
      page,
      records: page ? await this.#graph.records.listByPage(page.record.id) : [],
      record: (id) => records.get(id),
    }
  }

  /**
   * The live page of a note: of its day, of its id from an export even if renamed, or of its name. An alias does not
   * count.
   */
  async #page(
    note: NoteDraft,
    records: ReadonlyMap<string, VersionedRecord>,
  ): Promise<VersionedRecord<PageRecord> | undefined> {
    if (note.day !== undefined) return livePage(records.get(journalId(note.day)))
    const own = note.id === undefined ? undefined : livePage(records.get(note.id))
    if (own) return own
    const folded = fold(note.name)
    const named = await this.#graph.pages.findByName(folded)
    return named && fold(named.name) === folded
      ? livePage(await this.#graph.records.find(named.id))
      : undefined
  }

  /** Commits the current batch, and waits for it. */
  async #land(assets: AssetImport): Promise<StopReason> {
    return (await this.#send(assets)) ?? this.#landed()
  }

  /** Sends the current batch: one batch is written while the next is read. A long note takes several. */
  async #send(assets: AssetImport): Promise<StopReason> {
    const files = assets.takeNew()
    const puts = this.#puts
    if (puts.length === 0 && files.length === 0) return undefined
    this.#puts = []
    this.#text = 0
    let stopped = await this.#transact(puts.slice(0, LARGEST_TRANSACTION), files)
    for (let at = LARGEST_TRANSACTION; at < puts.length && !stopped; at += LARGEST_TRANSACTION)
      stopped = await this.#transact(puts.slice(at, at + LARGEST_TRANSACTION), [])
    this.#transaction = Math.min(this.#transaction * 2, LARGEST_TRANSACTION)
    this.#sent = this.#pending
    this.#pending = new Set()
    return stopped
  }

  /**
   * Sends records as one transaction. It is prepared and queued before the previous one has committed, so that neither
   * thread idles.
   */
  async #transact(puts: readonly Put[], files: readonly NewFile[]): Promise<StopReason> {
    const before = this.#underWay
    const { quota } = this.#account
    const added = { ...this.#countNew(puts), files: files.length }
    const changes = [commitOf(puts.slice(0, BATCH), files, quota)]
    for (let at = BATCH; at < puts.length; at += BATCH)
      changes.push(commitOf(puts.slice(at, at + BATCH), [], quota))
    this.#sentLast = this.#graph.commits.commitAll(changes, this.#sentLast)
    this.#underWay = this.#sentLast.then((landed) => {
      if (!landed.ok) return landed.why
      const { report } = this
      report.pages += added.pages
      report.journals += added.journals
      report.blocks += added.blocks
      report.files += added.files
      this.#options.landed?.(added)
      return undefined
    })
    this.#underWay.catch(() => {}) // the caller that waits for it gets the error
    return before
  }

  /** Counts new pages and blocks. Existing blocks are never written. */
  #countNew(puts: readonly Put[]): Omit<AddedCounts, 'files'> {
    const count = { pages: 0, journals: 0, blocks: 0 }
    for (const { record } of puts)
      if (record.kind === 'block') count.blocks++
      else if (record.kind === 'page' && this.#newPages.delete(record.id))
        count[journalDay(record.id) === undefined ? 'pages' : 'journals']++
    return count
  }

  /** Waits for the transactions that were sent. */
  async #landed(): Promise<StopReason> {
    const stopped = await this.#underWay
    this.#underWay = undefined
    this.#sent = new Set()
    return stopped
  }
}

function livePage(found: VersionedRecord | undefined): VersionedRecord<PageRecord> | undefined {
  if (found?.record.kind !== 'page' || found.record.deleted !== undefined) return undefined
  return { record: found.record, seq: found.seq }
}

const isLive = (found: VersionedRecord | undefined): boolean =>
  found !== undefined && found.record.deleted === undefined

const charactersOf = ({ blocks }: NoteDraft): number =>
  flatten(blocks).reduce((sum, { content }) => sum + content.length, 0)

/** A device may delete a page after the notes were compared with it. Their blocks would have no page. */
function commitOf(puts: readonly Put[], files: readonly NewFile[], quota: number): Commit {
  const pages = new Set<string>()
  for (const { record } of puts) if (record.kind !== 'page') pages.add(record.place.pageId)
  return { puts, pages: [...pages], files, quota }
}

/** The note with addresses of the account's files instead of paths. */
async function filed(note: NoteDraft, assets: AssetImport): Promise<NoteDraft> {
  if (note.assets.length === 0) return note
  const ids = new Map<string, string | undefined>()
  for (const path of note.assets) ids.set(path, await assets.idOf(path))
  return withFiles(note, (path) => ids.get(path))
}
