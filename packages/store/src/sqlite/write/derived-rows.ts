/**
 * Keeps the derived rows in step with the records of one commit. The graph package decides which rows a changed record
 * affects and their contents (`Reindex`); this code loads and writes them.
 *
 * One instance serves one transaction, because a rollback would invalidate the numbers that it keeps.
 */
import {
  followersToLoad,
  Reindex,
  rowsToLoad,
  withFollowers,
  type BlockTotals,
  type GraphRecord,
  type NumberedRecord,
  type PageTimes,
  type RecordChange,
  type ReindexEnv,
} from '@notegraph/graph'
import type { Steps } from '../database/steps.ts'
import type { FileEntry } from '../../graph/files.ts'
import type { DerivedStatements } from './derived-statements.ts'
import { NameRows } from './name-rows.ts'
import { recordOf, type NewBlock, type PreparedPut } from './prepared-commit.ts'
import { blockColumns, RecordRows } from './record-rows.ts'
import { storedRecord, type StoredRow } from '../read/stored-record.ts'

/** A record before and after the change, with its number. */
export interface Step {
  readonly n: number
  readonly before: GraphRecord | undefined
  readonly put: PreparedPut
}

export class DerivedRows {
  readonly #sql: DerivedStatements
  readonly #env: ReindexEnv
  readonly #reindex: Reindex
  /** The numbers of live pages, read once; undefined for a page that does not exist. */
  readonly #pages = new Map<string, number | undefined>()
  readonly #names: NameRows
  readonly #records: RecordRows
  readonly #files = new Map<string, FileEntry | undefined>()
  readonly #newFiles = new Set<string>()
  #newBlocks = 0
  /** The new blocks whose numbers were given, and so may be lower than those of indexed ones. */
  readonly #numberedBlocks: number[] = []

  constructor(sql: DerivedStatements, origin: string | undefined) {
    this.#sql = sql
    const ofService = origin === undefined ? {} : { origin }
    this.#env = {
      after: { ...ofService, file: (id) => this.#file(id) },
      before: { ...ofService, file: (id) => (this.#newFiles.has(id) ? undefined : this.#file(id)) },
    }
    this.#reindex = new Reindex(this.#env)
    this.#names = new NameRows(sql)
    this.#records = new RecordRows(sql, this.#names)
  }

  /** Adds a file of the commit. */
  newFile({ id }: FileEntry): void {
    this.#newFiles.add(id)
    this.#files.delete(id)
  }

  /** Notes that the commit writes a page, so that its blocks may come before `apply`. */
  expectPage(id: string, n: number | undefined): void {
    this.#pages.set(id, n)
  }

  /** @returns whether the page is live after the writes so far */
  isLive(pageId: string): boolean {
    return this.#pageNumber(pageId) !== undefined
  }

  /**
   * Inserts a new block, its record and its row in one.
   * @param size the bytes that it counts for storage
   * @param n its number; the next one if left out
   * @returns why the block was not inserted: its id is taken, or its page is missing
   */
  newBlock({ row, rev }: NewBlock, seq: number, size: number, n?: number): 'taken' | 'no_page' | undefined {
    const page = this.#pageNumber(row.pageId)
    if (page === undefined) return 'no_page'
    const { changes, lastInsertRowid } = this.#sql.insertBlock.run(
      n ?? null,
      row.id,
      seq,
      size,
      ...blockColumns(row, page, rev),
    )
    if (changes === 0) return 'taken'
    if (n === undefined) this.#newBlocks++
    else this.#numberedBlocks.push(n)
    this.#records.putUses(Number(lastInsertRowid), this.#reindex.newBlock(page, row))
    return undefined
  }

  /** Updates the derived rows for the changed records and the added files. */
  *apply(steps: readonly Step[]): Steps<void> {
    const changes = steps.map(changeOf)
    for (const { n, after } of changes)
      if (after.kind === 'page') this.#pages.set(after.id, after.deleted === undefined ? n : undefined)
    // New blocks alone change the rows of no other record.
    const all = changes.length > 0 || this.#newFiles.size > 0 ? yield* this.#putRecords(changes) : changes
    yield* this.#putLines(all)
    this.#names.finish(this.#reindex.names)
    const { sums } = this.#reindex
    const times = new Map<number, PageTimes>()
    for (const page of sums.toLoad()) {
      const row = this.#sql.pageTimes.get(page)
      if (row) times.set(page, row)
    }
    for (const put of sums.toPut(times)) this.#sql.addToPage.run({ ...put, recount: put.recount ? 1 : 0 })
    const blocks = all.filter(({ after }) => after.kind === 'block').map(({ n }) => n)
    this.#sql.search.note([...blocks, ...this.#numberedBlocks], this.#newBlocks)
  }

  /** @returns the changes with their followers */
  *#putRecords(committed: readonly RecordChange[]): Steps<readonly RecordChange[]> {
    const { waitingFor, on, using } = followersToLoad(committed, this.#newFiles)
    const changes = withFollowers(committed, {
      waiting: waitingFor.flatMap((pageId) => this.#sql.waitingFor.all(pageId).map(numbered)),
      on: on.flatMap((page) => this.#sql.standingOn.all(page, page).map(numbered)),
      using: using.flatMap((file) => this.#sql.usersOfFile.all(file).map(numbered)),
    })
    const blocks = new Map<number, BlockTotals>()
    for (const n of rowsToLoad(changes).blocks) {
      const block = this.#sql.blockTotals.get(n)
      if (block) blocks.set(n, block)
      yield
    }
    const rows = {
      block: (n: number) => blocks.get(n),
      page: (id: string) => this.#pageNumber(id),
    }
    for (const put of this.#reindex.puts(changes, rows)) {
      this.#records.put(put)
      yield
    }
    return changes
  }

  *#putLines(changes: readonly RecordChange[]): Steps<void> {
    const { lines } = this.#sql
    const changed = this.#reindex.lines
    if (changed.isNeeded || this.#sql.anyBlockRef.get() !== undefined) {
      const records = new Map(changes.map(({ after }) => [after.id, after]))
      const puts = changed.toPut(
        lines.referred(changed.toLoad()),
        (id) => records.get(id) ?? this.#record(id),
        (pageId) => this.isLive(pageId),
        this.#env.after,
      )
      for (const { id, line } of puts) {
        lines.set(id, line)
        yield
      }
    }
    if (changed.isStale || this.#newFiles.size > 0) lines.bumpVersion()
  }

  #pageNumber(id: string): number | undefined {
    const known = this.#pages.get(id)
    if (known !== undefined || this.#pages.has(id)) return known
    const n = this.#sql.livePage.get(id)?.n
    this.#pages.set(id, n)
    return n
  }

  #record(id: string): GraphRecord | undefined {
    const row = this.#sql.storedById.get(id)
    return row && storedRecord(row)
  }

  #file(id: string): FileEntry | undefined {
    if (!this.#files.has(id)) this.#files.set(id, this.#sql.fileById.get(id))
    return this.#files.get(id)
  }
}

const changeOf = ({ n, before, put }: Step): RecordChange => ({
  n,
  ...(before && { before }),
  after: recordOf(put),
})

const numbered = (row: StoredRow): NumberedRecord => ({ n: row.n, record: storedRecord(row) })
