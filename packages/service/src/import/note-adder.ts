/**
 * Adds notes to an account one by one: compares each with the records of the account and of earlier notes, and passes
 * the difference on.
 */
import { ownText, withFiles, type NoteDraft, type NoteReader, type OpenedNote } from '@notegraph/folder'
import { isLive } from '@notegraph/graph'
import type { AssetImport } from './assets.ts'
import type { ImportBatches, StopReason } from './batches.ts'
import type { ImportGraph } from './dry-run-graph.ts'
import { idSource, revSource } from './ids.ts'
import { mergeNote, type NoteMerge, type StoredPage } from './merge.ts'
import { watched, type ImportOptions } from './options.ts'
import { idsOf, withOwnIds } from './own-ids.ts'
import type { PlanCounter } from './plan-counter.ts'
import { withReplacedIds } from './replaced-ids.ts'
import type { ReportBuilder } from './report-builder.ts'
import { keysOf, storedPage, StoredPages } from './stored-pages.ts'
import { recordsOf } from './stored-records.ts'

export interface NoteAdderParts {
  readonly graph: ImportGraph
  readonly batches: ImportBatches
  readonly assets: AssetImport
  readonly report: ReportBuilder
  readonly options: ImportOptions
  /** Whether blocks of the account may have other ids than the folder gives them. */
  readonly mayReplaceIds: boolean
  /** Set in a dry run. */
  readonly planned: PlanCounter | undefined
}

/** The file of a note. */
export interface NoteFile {
  /** When it last changed, in milliseconds since 1970. */
  readonly modifiedAt: number
  /** The length of the note's text. */
  readonly characters: number
  /** Returns the form of the file, for a page that comes from it alone. */
  readonly form?: (note: NoteDraft, idOf: (asset: string) => string | undefined) => string | undefined
}

export class NoteAdder {
  readonly #parts: NoteAdderParts
  readonly #stored: StoredPages
  readonly #newId = idSource()
  readonly #newRev = revSource()
  /** The ids that blocks have in the account, by the ids that the folder gives them. */
  readonly #replaced = new Map<string, string>()
  /** Notes that were read before their turn for such ids. */
  readonly #peeked = new Set<string>()
  /** Pages of the notes added so far. */
  readonly #pages = new Set<string>()
  /** Ids in the notes added so far. */
  readonly #seen = new Set<string>()

  constructor(parts: NoteAdderParts) {
    this.#parts = parts
    this.#stored = new StoredPages(parts.graph, parts.batches)
  }

  /** Whether a note added so far has the id. */
  isKnown(id: string): boolean {
    return this.#seen.has(id)
  }

  async add(note: NoteDraft, file: NoteFile): Promise<StopReason> {
    const { findings } = this.#parts.report
    const own = withOwnIds(note, this.#seen, (line) => findings.add('id_repeated', note.path, line))
    const ids = await this.#idsOfFiles(own)
    const idOf = (path: string): string | undefined => ids.get(path)
    return this.#addOwn(withFiles(own, idOf), file, () => file.form?.(own, idOf))
  }

  /** Finds the ids that the account has for blocks of later notes, if this note refers to ids that do not exist. */
  async findReplaced({ read, linked }: OpenedNote, reader: NoteReader): Promise<void> {
    const { graph } = this.#parts
    const others = linked.filter((path) => !this.#peeked.has(path))
    if (!read.ok || others.length === 0) return
    const wanted = (read.note.wanted ?? []).flatMap(({ kind, target }) =>
      kind === 'block_missing' && !this.#seen.has(target) ? [target] : [],
    )
    const there = await recordsOf(graph, [...new Set(wanted)])
    if (wanted.every((id) => isLive(there.get(id)?.record))) return
    for (const path of others) {
      this.#peeked.add(path)
      const opened = await reader.peek(path)
      if (!opened?.read.ok) continue
      const ids = await this.#idsOfFiles(opened.read.note)
      const note = withFiles(opened.read.note, (asset) => ids.get(asset))
      const stored = await storedPage(graph, note, idsOf(note))
      if (stored.page) this.#replace(this.#merge(note, stored, opened.file.modifiedAt))
    }
  }

  async #addOwn(
    note: NoteDraft,
    { modifiedAt, characters }: NoteFile,
    form: () => string | undefined,
  ): Promise<StopReason> {
    const { batches } = this.#parts
    const ids = idsOf(note)
    const { stored, why } = await this.#stored.read(note, ids)
    if (why !== undefined) return why
    const merged = this.#mergeReplaced(note, stored, modifiedAt, form)
    if (this.#pages.has(merged.pageId)) this.#stored.keep(note, stored, merged)
    this.#report(note, merged)
    return batches.add({ merged, keys: keysOf(note, ids), characters })
  }

  /** Merges a note whose references may use ids of the folder that the account has replaced. */
  #mergeReplaced(
    note: NoteDraft,
    stored: StoredPage,
    modifiedAt: number,
    form: () => string | undefined,
  ): NoteMerge {
    const referring = withReplacedIds(note, this.#replaced)
    const merged = this.#merge(referring, stored, modifiedAt, form)
    if (!this.#parts.mayReplaceIds) return merged
    this.#replace(merged)
    const own = withReplacedIds(referring, merged.replaced)
    return own === referring ? merged : this.#merge(own, stored, modifiedAt, form)
  }

  #merge(
    note: NoteDraft,
    stored: StoredPage,
    modifiedAt: number,
    form?: () => string | undefined,
  ): NoteMerge {
    const { options } = this.#parts
    const sources = { now: options.now, newId: this.#newId, newRev: this.#newRev, form }
    return watched(options, note.path, () => mergeNote(note, stored, modifiedAt, sources))
  }

  #replace({ replaced }: NoteMerge): void {
    for (const [id, own] of replaced) this.#replaced.set(ownText(id), own)
  }

  #report({ path }: NoteDraft, merged: NoteMerge): void {
    const { report, planned } = this.#parts
    const { pageId, keptProperties, takenIds, skipped } = merged
    planned?.add(merged)
    if (keptProperties > 0) report.findings.add('property_kept', path, 1, keptProperties)
    for (const line of takenIds) report.findings.add('id_taken', path, line)
    if (this.#pages.has(pageId)) report.findings.add('page_merged', path, 1)
    this.#pages.add(ownText(pageId))
    report.skipped(skipped)
  }

  /** The ids of the account's files that a note shows, by path. */
  async #idsOfFiles({ assets }: NoteDraft): Promise<ReadonlyMap<string, string | undefined>> {
    const ids = new Map<string, string | undefined>()
    for (const path of assets) ids.set(path, await this.#parts.assets.idOf(path))
    return ids
  }
}
