/**
 * Keeps the derived rows in step with the records of one commit. What a row says comes from the pure code of the graph
 * package; this code decides which rows a changed record touches: its own, the line that references to it read as, the
 * sums of its page, and the types of the pages whose names it uses.
 *
 * One indexer serves one transaction: it keeps numbers that a rollback would make wrong.
 */
import type { Shown } from '@notegraph/block-text'
import { blockLine, deriveBlock, derivePage, isPlain } from '@notegraph/graph'
import type {
  BlockRecord,
  BlockRow,
  DeriveEnv,
  GraphRecord,
  PageRecord,
  PageRow,
  ShapeRecord,
} from '@notegraph/graph'
import type { FileEntry } from '../graph-store.ts'
import { blockColumns } from './block-columns.ts'
import type { IndexStatements } from './index-statements.ts'
import { NameUses } from './name-uses.ts'
import { PageSums } from './page-sums.ts'
import { recordOf, type NewBlock, type ReadyPut } from './ready.ts'
import { storedRecord } from './stored-record.ts'

/** The record as it was and as it was put, with its number. */
export interface Step {
  readonly n: number
  readonly before: GraphRecord | undefined
  readonly put: ReadyPut
}

export class Indexer {
  readonly #sql: IndexStatements
  readonly #sums: PageSums
  readonly #names: NameUses
  readonly #env: DeriveEnv
  /** As things were named before this commit, to know which rows are there. */
  readonly #envBefore: DeriveEnv
  readonly #steps = new Map<string, Step>()
  readonly #files = new Map<string, FileEntry | undefined>()
  readonly #newFiles = new Set<string>()
  readonly #newBlocks: string[] = []
  /** Numbers of the blocks that were there and changed or went, and of those that came back. */
  readonly #landed: number[] = []
  /** Their ids. */
  readonly #changed: string[] = []
  /** Blocks that more, or fewer, blocks refer to than before. */
  readonly #referred = new Set<string>()
  /** Whether what is read out may read otherwise. */
  #rereads = false

  constructor(sql: IndexStatements, origin: string | undefined) {
    this.#sql = sql
    this.#sums = new PageSums(sql)
    this.#names = new NameUses(sql)
    this.#env = {
      ...(origin !== undefined && { origin }),
      file: (id) => this.#file(id),
    }
    this.#envBefore = {
      ...this.#env,
      file: (id) => (this.#newFiles.has(id) ? undefined : this.#file(id)),
    }
  }

  /** A file has come. */
  newFile({ id }: FileEntry): void {
    this.#newFiles.add(id)
    this.#files.delete(id)
  }

  /** A page is put: blocks that come before `apply` stand on it. */
  expectPage(id: string, n: number | undefined): void {
    this.#sums.know(id, n)
  }

  /** Whether there is such a page, as far as the puts up to now leave it. */
  isLive(pageId: string): boolean {
    return this.#sums.numberOf(pageId) !== undefined
  }

  /**
   * Lands a new block whole, record and row in one.
   * @param size bytes that it counts for storage
   * @returns why it did not land: its id is taken, or its page is not there
   */
  newBlock({ row, rev }: NewBlock, seq: number, size: number): 'taken' | 'no_page' | undefined {
    const page = this.#sums.numberOf(row.pageId)
    if (page === undefined) return 'no_page'
    const { changes, lastInsertRowid } = this.#sql.insertBlock.run(
      row.id,
      seq,
      size,
      ...blockColumns(row, page, rev),
    )
    if (changes === 0) return 'taken'
    const n = Number(lastInsertRowid)
    this.#sums.add(page, row)
    this.#names.source(n, undefined, row)
    this.#uses(n, undefined, row)
    this.#newBlocks.push(row.id)
    this.#rereads ||= row.places !== undefined
    this.#refers(n, undefined, row)
    return undefined
  }

  /** Brings every derived row in step with what the steps changed and the files that came. */
  apply(steps: readonly Step[]): void {
    for (const step of steps) this.#steps.set(step.put.id, step)
    for (const { n, before, put } of steps)
      if (put.kind === 'page') this.#page(n, before, recordOf(put) as PageRecord)
    for (const { n, before, put } of steps) {
      if (put.kind === 'block') this.#block(n, before, recordOf(put) as BlockRecord)
      else if (put.kind === 'shape') this.#shape(n, recordOf(put) as ShapeRecord)
    }
    this.#namers()
    this.#lines()
    this.#names.finish()
    this.#sums.finish()
    this.#sql.search.note(this.#landed, this.#newBlocks.length)
  }

  #page(n: number, before: GraphRecord | undefined, after: PageRecord): void {
    const held = this.#sql.pageByNumber.get(n) !== undefined
    const old = held && before?.kind === 'page' ? derivePage(before, this.#envBefore) : undefined
    const row = after.deleted === undefined ? derivePage(after, this.#env) : undefined
    this.#names.source(n, old, row)
    this.#names.names(after.id, old, row)
    this.#uses(n, old, row)
    if (row) {
      const columns = { ...pageColumns(row), n }
      if (held) this.#sql.updatePage.run(columns)
      else this.#sql.insertPage.run(columns)
      this.#sums.touch(after.id, n, held ? (before?.updatedAt ?? 0) : 0)
      if (!held) this.#comeBack(after.id)
    } else {
      if (held) this.#sql.deletePage.run(n)
      this.#sums.drop(after.id, n)
      this.#leave(n)
    }
  }

  /** A page has come: what waited for it shows again. */
  #comeBack(pageId: string): void {
    for (const row of this.#sql.waitingFor.all(pageId)) {
      const { n } = row
      const record = storedRecord(row)
      if (this.#steps.has(record.id)) continue // its own step shows it
      this.#sql.stopWaiting.run(n)
      if (record.kind === 'block') this.#block(n, undefined, record)
      else if (record.kind === 'shape') this.#shape(n, record)
    }
  }

  /** A page has gone: what stands on it waits. */
  #leave(page: number): void {
    for (const row of this.#sql.standingOn.all(page, page)) {
      const { n } = row
      const record = storedRecord(row)
      const before = this.#steps.get(record.id)?.before ?? record
      if (before.kind === 'block') this.#block(n, before, before)
      else if (before.kind === 'shape') this.#shape(n, before)
    }
  }

  #block(n: number, before: GraphRecord | undefined, after: BlockRecord): void {
    const held = before ? this.#sql.heldBlock.get(n) : undefined
    const old = held && before?.kind === 'block' ? deriveBlock(before, this.#envBefore) : undefined
    const page = this.#pageOf(n, after, before !== undefined)
    const row = page === undefined ? undefined : deriveBlock(after, this.#env)
    if (held) this.#sums.remove(held.page, held)
    this.#rereads ||= held?.referring === 1 || row?.places !== undefined
    this.#landBlock(n, held !== undefined, old, row, page, after)
  }

  #landBlock(
    n: number,
    held: boolean,
    old: BlockRow | undefined,
    row: BlockRow | undefined,
    page: number | undefined,
    record: BlockRecord,
  ): void {
    this.#landed.push(n)
    this.#changed.push(record.id)
    if (row && page !== undefined) {
      this.#sums.add(page, row)
      const plain = isPlain(record) && row.content === record.words.text
      this.#sql.updateBlock.run(...blockColumns(row, page, plain ? record.words.rev : null), plain ? 1 : 0, n)
    } else if (held) this.#sql.hideBlock.run(JSON.stringify(record), n)
    this.#names.source(n, old, row)
    this.#uses(n, old, row)
    this.#refers(n, old, row)
  }

  /** Blocks that it refers to. */
  #refers(n: number, old: BlockRow | undefined, row: BlockRow | undefined): void {
    difference(old?.blockRefs, row?.blockRefs, (target) => {
      this.#sql.deleteBlockRef.run(target, n)
      this.#referred.add(target)
    })
    difference(row?.blockRefs, old?.blockRefs, (target) => {
      this.#sql.insertBlockRef.run(target, n)
      this.#referred.add(target)
    })
  }

  #shape(n: number, after: ShapeRecord): void {
    this.#sql.deleteShape.run(n)
    const page = this.#pageOf(n, after, true)
    if (page !== undefined) this.#sql.insertShape.run(n, page)
  }

  /** The number of the live page that a live record stands on; where the page is not there, the record waits for it. */
  #pageOf(n: number, { deleted, place }: BlockRecord | ShapeRecord, mayWait: boolean): number | undefined {
    if (mayWait) this.#sql.stopWaiting.run(n)
    if (deleted !== undefined) return undefined
    const page = this.#sums.numberOf(place.pageId)
    if (page === undefined) this.#sql.wait.run(place.pageId, n)
    return page
  }

  /** Files and properties that a page or block holds. */
  #uses(n: number, old: PageRow | BlockRow | undefined, row: PageRow | BlockRow | undefined): void {
    difference(old?.files, row?.files, (file) => this.#sql.deleteFileUse.run(file, n))
    difference(row?.files, old?.files, (file) => {
      this.#sql.insertFileUse.run(file, n)
      this.#sql.fileUsed.run(file)
    })
    const had = propertyPairs(old)
    const has = propertyPairs(row)
    for (const [pair, [key, value]] of had) if (!has.has(pair)) this.#sql.deleteProperty.run(key, value, n)
    for (const [pair, [key, value]] of has) if (!had.has(pair)) this.#sql.insertProperty.run(key, value, n)
  }

  /** Derives the rows that name a file of this commit. */
  #namers(): void {
    if (this.#newFiles.size === 0) return
    const done = new Set(Array.from(this.#steps.values(), (step) => step.n))
    for (const file of this.#newFiles)
      for (const row of this.#sql.usersOfFile.all(file)) {
        if (done.has(row.n)) continue
        done.add(row.n)
        const record = storedRecord(row)
        if (record.kind === 'page') this.#page(row.n, record, record)
        else if (record.kind === 'block') this.#block(row.n, record, record)
      }
  }

  /** Keeps the lines of the blocks that changed and that some block refers to, and of those that one refers to now. */
  #lines(): void {
    const { lines } = this.#sql
    if (this.#referred.size > 0 || lines.isNeeded()) {
      const referred = new Set(
        lines.referred([...new Set([...this.#newBlocks, ...this.#changed, ...this.#referred])]),
      )
      for (const id of referred) lines.set(id, this.#line(id))
      for (const id of this.#referred) if (!referred.has(id)) lines.set(id, undefined)
      this.#rereads ||= referred.size > 0
    }
    if (this.#rereads || this.#newFiles.size > 0) lines.bumpVersion()
  }

  /** A block that no reader finds, since it was deleted or its page is not there, has none. */
  #line(id: string): Shown | undefined {
    const record = this.#record(id)
    if (record?.kind !== 'block' || record.deleted !== undefined) return undefined
    return this.#sums.numberOf(record.place.pageId) === undefined ? undefined : blockLine(record, this.#env)
  }

  #record(id: string): GraphRecord | undefined {
    const step = this.#steps.get(id)
    if (step) return recordOf(step.put)
    const row = this.#sql.storedById.get(id)
    return row && storedRecord(row)
  }

  #file(id: string): FileEntry | undefined {
    if (!this.#files.has(id)) this.#files.set(id, this.#sql.fileById.get(id))
    return this.#files.get(id)
  }
}

function difference(
  from: readonly string[] | undefined,
  without: readonly string[] | undefined,
  each: (value: string) => void,
) {
  if (!from || from.length === 0) return
  for (const value of from) if (!without?.includes(value)) each(value)
}

const NO_PAIRS: ReadonlyMap<string, readonly [string, string]> = new Map()

function propertyPairs(row: PageRow | BlockRow | undefined): ReadonlyMap<string, readonly [string, string]> {
  if (!row || row.properties.length === 0) return NO_PAIRS
  return new Map(
    row.properties.flatMap(({ key, values }) => values.map((value) => [`${key}\0${value}`, [key, value]])),
  )
}

const pageColumns = (row: PageRow) => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  declared: row.declared ?? null,
  pdf: row.pdf ? 1 : 0,
  updatedAt: row.updatedAt,
  names: JSON.stringify(row.names),
  view: row.view,
})
