/**
 * Importing a folder of notes into an account, through the one write path. Notes land in batches of whole pages where
 * they fit; an import that is cut off has landed what it had reached, and running it again adds the rest.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { fold } from '@notegraph/block-text'
import {
  CONFIG_PATH,
  LEDGER_PATH,
  planFolder,
  readNote,
  withFiles,
  type BlockDraft,
  type FolderPlan,
  type NoteDraft,
} from '@notegraph/folder'
import { journalId, type PageRecord } from '@notegraph/graph'
import type { Account, Blobs, Change, GraphStore, Put, Store, Versioned } from '@notegraph/store'
import { assetImport, MOST_FILE_BYTES } from './assets.ts'
import { idSource } from './ids.ts'
import { mergeNote, type Held } from './merge.ts'
import { decodeText, type FolderSource, type Progress } from './source.ts'

/** What an import did. Pages, journals, blocks and files are those that it added. @see operations */
export interface ImportReport {
  /** Pages that are no journal days. */
  pages: number
  journals: number
  blocks: number
  files: number
  /** Pages, blocks and files that were there already. */
  skipped: number
  readonly unread: { readonly file: string; readonly line: number; readonly why: string }[]
  /** Links to files that the folder does not hold; their words are kept as they are. */
  readonly missing: { readonly file: string; readonly line: number; readonly asset: string }[]
}

export type ImportResult =
  | { readonly ok: true; readonly report: ImportReport }
  | { readonly ok: false; readonly why: 'quota_full' | 'changed_meanwhile'; readonly report: ImportReport }

/** As many records as bear one number, so that no reader of the feed ever gets more at once. */
const BATCH = 1_000
/** As many records as land in one transaction: each waits for the disk. */
const TRANSACTION = 10_000

export interface ImportOptions {
  readonly now: number
  readonly progress?: Progress
}

export async function importFolder(
  store: Store,
  blobs: Blobs,
  account: Pick<Account, 'id' | 'quota'>,
  source: FolderSource,
  options: ImportOptions,
): Promise<ImportResult> {
  const run = new ImportRun(store.graph(account.id), blobs, account, source, options)
  const why = await run.all()
  return why === undefined ? { ok: true, report: run.report } : { ok: false, why, report: run.report }
}

class ImportRun {
  readonly report: ImportReport = {
    pages: 0,
    journals: 0,
    blocks: 0,
    files: 0,
    skipped: 0,
    unread: [],
    missing: [],
  }
  readonly #graph: GraphStore
  readonly #account: Pick<Account, 'id' | 'quota'>
  readonly #source: FolderSource
  readonly #options: ImportOptions
  readonly #assets: ReturnType<typeof assetImport>
  readonly #newId = idSource()
  #puts: Put[] = []
  /** Ids and folded names in the batch, which the store does not know yet. */
  readonly #pending = new Set<string>()

  constructor(
    graph: GraphStore,
    blobs: Blobs,
    account: Pick<Account, 'id' | 'quota'>,
    source: FolderSource,
    options: ImportOptions,
  ) {
    this.#graph = graph
    this.#account = account
    this.#source = source
    this.#options = options
    this.#assets = assetImport(source, {
      accountId: account.id,
      graph,
      blobs,
      now: options.now,
      newFileId: () => randomBytes(18).toString('base64url'),
      tooLarge: (file) =>
        this.report.unread.push({ file, line: 1, why: `It is larger than ${MOST_FILE_BYTES / 2 ** 20} MB.` }),
    })
  }

  /** @returns why it stopped before the end, if it did */
  async all(): Promise<'quota_full' | 'changed_meanwhile' | undefined> {
    const plan = await this.#plan()
    this.report.unread.push(...plan.unread)
    const total = plan.notes.length + plan.assets.length
    let done = 0
    for (const { path } of plan.notes) {
      const why = await this.#note(plan, path)
      if (why) return why
      this.#options.progress?.(++done, total)
    }
    for (const path of plan.assets) {
      await this.#assets.idOf(path)
      this.#options.progress?.(++done, total)
    }
    return this.#land()
  }

  async #plan(): Promise<FolderPlan> {
    const paths = await this.#source.paths()
    const textOf = async (path: string) => {
      if (!paths.includes(path)) return undefined
      const decoded = decodeText((await this.#source.read(path)).bytes)
      return 'text' in decoded ? decoded.text : undefined
    }
    return planFolder(paths, await textOf(CONFIG_PATH), await textOf(LEDGER_PATH))
  }

  async #note(plan: FolderPlan, path: string) {
    const { bytes, modifiedAt } = await this.#source.read(path)
    const decoded = decodeText(bytes)
    if ('why' in decoded) {
      this.report.unread.push({ file: path, line: 1, why: decoded.why })
      return undefined
    }
    const read = readNote(plan, path, decoded.text)
    if (!read.ok) {
      this.report.unread.push(...read.unread)
      return undefined
    }
    this.report.unread.push(...read.note.unread)
    this.report.missing.push(...read.note.missing)
    return this.#draft(await this.#filed(read.note), modifiedAt)
  }

  /** The note with addresses of the account's files in place of paths. */
  async #filed(note: NoteDraft): Promise<NoteDraft> {
    if (note.assets.length === 0) return note
    const ids = new Map<string, string | undefined>()
    for (const path of note.assets) ids.set(path, await this.#assets.idOf(path))
    return withFiles(note, (path) => ids.get(path))
  }

  async #draft(note: NoteDraft, modifiedAt: number) {
    const ids = idsOf(note)
    const name = `name ${fold(note.name)}`
    // What the batch holds already has to be seen by the look-ups below.
    if (this.#pending.has(name) || ids.some((id) => this.#pending.has(id))) {
      const why = await this.#land()
      if (why) return why
    }
    const held = await this.#held(note, ids)
    const { puts, added, skipped } = mergeNote(note, held, modifiedAt, {
      now: this.#options.now,
      newId: this.#newId,
      // Node draws these from a pool, which a draw of one's own does not; 62 of its bits are random here.
      newRev: () => randomUUID().slice(19),
    })
    if (note.kind === 'journal') this.report.journals += added.page
    else this.report.pages += added.page
    this.report.blocks += added.blocks
    this.report.skipped += skipped
    this.#pending.add(name)
    for (const put of puts) {
      this.#puts.push(put)
      this.#pending.add(put.record.id)
    }
    return this.#puts.length >= TRANSACTION ? this.#land() : undefined
  }

  async #held(note: NoteDraft, ids: readonly string[]): Promise<Held> {
    const records = new Map<string, Versioned>()
    for (const id of ids) {
      const record = await this.#graph.record(id)
      if (record) records.set(id, record)
    }
    const page = await this.#page(note)
    return {
      page,
      records: page ? await this.#graph.recordsOfPage(page.record.id) : [],
      record: (id) => records.get(id),
    }
  }

  /** The live page that the note means: of its day, or of its name, not merely of an alias. */
  async #page(note: NoteDraft): Promise<Versioned<PageRecord> | undefined> {
    const named = note.day === undefined ? await this.#graph.findPage(fold(note.name)) : undefined
    const id = note.day === undefined ? named?.id : journalId(note.day)
    if (id === undefined || (named && fold(named.name) !== fold(note.name))) return undefined
    const versioned = await this.#graph.record(id)
    if (versioned?.record.kind !== 'page' || versioned.record.deleted !== undefined) return undefined
    return { record: versioned.record, seq: versioned.seq }
  }

  /** Lands what is gathered. */
  async #land() {
    const files = this.#assets.takeNew()
    const puts = this.#puts
    this.#puts = []
    this.#pending.clear()
    if (puts.length === 0 && files.length === 0) return undefined
    const { quota } = this.#account
    const changes: Change[] = [{ puts: puts.slice(0, BATCH), files, quota }]
    for (let at = BATCH; at < puts.length; at += BATCH)
      changes.push({ puts: puts.slice(at, at + BATCH), quota })
    const landed = await this.#graph.commitAll(changes)
    if (!landed.ok) return landed.why
    this.report.files += files.length
    return undefined
  }
}

/** Ids that the note names for its page and blocks, by which the graph may hold them already. */
function idsOf(note: NoteDraft): string[] {
  const ids = note.day === undefined ? [] : [journalId(note.day)]
  if (note.id !== undefined) ids.push(note.id)
  for (const shape of note.shapes ?? []) if (shape.id !== undefined) ids.push(shape.id)
  const stack: (readonly BlockDraft[])[] = [note.blocks]
  for (let level = stack.pop(); level; level = stack.pop())
    for (const draft of level) {
      if (draft.id !== undefined) ids.push(draft.id)
      if (draft.children.length > 0) stack.push(draft.children)
    }
  return ids
}
