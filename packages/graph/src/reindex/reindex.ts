/**
 * The rows that follow from one commit. The code here decides which rows to load and which to put, as data; a store
 * loads and puts them, in whatever way its engine does so best. Nothing here reads or writes.
 *
 * A store goes through these steps, in one transaction:
 *
 * 1. `newBlock` for each block that was not there before and whose row its record alone decides.
 * 2. `followersToLoad`, then `withFollowers`: the records that follow from the commit's own.
 * 3. `rowsToLoad`, then `puts`: the rows of these records.
 * 4. `lines.toLoad`, then `lines.toPut`: the lines that references read as.
 * 5. `names.countPuts`, then `names.pagesToResolve` and `typeToPut`: counts of names, types of pages.
 * 6. `sums.toLoad`, then `sums.toPut`: the sums of pages.
 *
 * Steps 4 to 6 load what steps 1 to 3 put.
 */
import { deriveBlock, type BlockRow } from '../block-row.ts'
import type { DeriveEnv } from '../env.ts'
import { derivePage, type PageRow } from '../page-row.ts'
import type { BlockRecord, PageRecord, ShapeRecord } from '../record.ts'
import { usesDifference, type UsesDifference } from './difference.ts'
import { isLive, type RecordChange } from './followers.ts'
import { Lines } from './lines.ts'
import { NameUses, type PageNamesDifference } from './name-uses.ts'
import { PageSums, type BlockTotals } from './page-sums.ts'

/** The row of a page to put. */
export interface PagePut {
  readonly kind: 'page'
  readonly n: number
  /** Whether it has a row. */
  readonly isStored: boolean
  /** Its new row; nothing if the row is to be deleted. */
  readonly row?: PageRow
  readonly names: PageNamesDifference
  readonly uses: UsesDifference
}

/** Where a block or shape goes. */
interface Home {
  readonly n: number
  /** The number of its live page; nothing if no reader finds it. */
  readonly page?: number
  /** Whether it may wait for a page: the store forgets that first. */
  readonly mayWait: boolean
  /** The id of the page that it waits for from now on. */
  readonly waitsFor?: string
}

/** The row of a block to put. */
export interface BlockPut extends Home {
  readonly kind: 'block'
  readonly record: BlockRecord
  /** Whether it has a row. */
  readonly isStored: boolean
  /** Its new row, together with `page`; nothing if the row is to be deleted. */
  readonly row?: BlockRow
  readonly uses: UsesDifference
}

/** The row of a shape to put in place of the one that it has. Without a page it has none. */
export interface ShapePut extends Home {
  readonly kind: 'shape'
}

export type RecordPut = PagePut | BlockPut | ShapePut

/** The names of files, before the commit and after it. */
export interface ReindexEnv {
  readonly before: DeriveEnv
  readonly after: DeriveEnv
}

/** Rows to load before any is put. */
export interface RowsToLoad {
  /** Numbers of blocks. */
  readonly blocks: readonly number[]
  /** Ids of pages. */
  readonly pages: readonly string[]
}

/** The loaded rows. */
export interface LoadedRows {
  /** A stored block by its number. */
  readonly block: (n: number) => BlockTotals | undefined
  /** The number of a page that is live after the commit. */
  readonly page: (id: string) => number | undefined
}

/** Step 1. @param changes with all that follows from them */
export function rowsToLoad(changes: readonly RecordChange[]): RowsToLoad {
  const blocks: number[] = []
  const pages = new Set<string>()
  for (const { n, before, after } of changes) {
    if (after.kind === 'page') continue
    if (after.kind === 'block' && before) blocks.push(n)
    if (isLive(after)) pages.add(after.place.pageId)
  }
  return { blocks, pages: [...pages] }
}

/** One commit. It adds up what several records change together. */
export class Reindex {
  readonly sums: PageSums = new PageSums()
  readonly names: NameUses = new NameUses()
  readonly lines: Lines = new Lines()
  readonly #env: ReindexEnv

  constructor(env: ReindexEnv) {
    this.#env = env
  }

  /**
   * A block that was not there before.
   * @param page the number of its page, which is live
   * @returns the rows to put beside its own
   */
  newBlock(page: number, row: BlockRow): UsesDifference {
    const uses = usesDifference(undefined, row)
    this.sums.add(page, row)
    this.names.count(uses)
    this.lines.block(row.id, uses, row.places !== undefined)
    return uses
  }

  /**
   * Step 2: derives rows one by one.
   * @param changes with all that follows from them, pages first
   */
  *puts(changes: readonly RecordChange[], rows: LoadedRows): Generator<RecordPut> {
    for (const { n, before, after, waited = false } of changes) {
      if (after.kind === 'page') yield this.#page(n, before?.kind === 'page' ? before : undefined, after)
      else {
        const home = homeOf(n, after, before !== undefined || waited, rows)
        if (after.kind === 'shape') yield { ...home, mayWait: true, kind: 'shape' }
        else yield this.#block(home, before?.kind === 'block' ? before : undefined, after, rows.block(n))
      }
    }
  }

  #page(n: number, before: PageRecord | undefined, after: PageRecord): PagePut {
    const old = before && isLive(before) ? derivePage(before, this.#env.before) : undefined
    const row = isLive(after) ? derivePage(after, this.#env.after) : undefined
    const uses = usesDifference(old, row)
    this.names.count(uses)
    if (row) this.sums.put(n, old?.updatedAt ?? 0, row.updatedAt)
    else this.sums.delete(n)
    return {
      kind: 'page',
      n,
      isStored: old !== undefined,
      ...(row && { row }),
      names: this.names.names(old, row),
      uses,
    }
  }

  #block(
    home: Home,
    before: BlockRecord | undefined,
    record: BlockRecord,
    stored: BlockTotals | undefined,
  ): BlockPut {
    const old = stored && before ? deriveBlock(before, this.#env.before) : undefined
    const row = home.page === undefined ? undefined : deriveBlock(record, this.#env.after)
    const uses = usesDifference(old, row)
    if (stored) this.sums.remove(stored)
    if (row) this.sums.add(home.page!, row)
    this.names.count(uses)
    this.lines.block(record.id, uses, stored?.referring === 1 || row?.places !== undefined)
    return { ...home, kind: 'block', record, isStored: stored !== undefined, ...(row && { row }), uses }
  }
}

function homeOf(n: number, record: BlockRecord | ShapeRecord, mayWait: boolean, rows: LoadedRows): Home {
  if (!isLive(record)) return { n, mayWait }
  const page = rows.page(record.place.pageId)
  return page === undefined ? { n, mayWait, waitsFor: record.place.pageId } : { n, mayWait, page }
}
