/**
 * Derived rows of one commit. This code decides which rows to load and which to write, as data. A store loads and
 * writes them in the way that suits its database. Nothing here does I/O.
 *
 * A store takes these steps in one transaction:
 *
 * 1. `newBlock` for each new block whose row only its record decides.
 * 2. `followersToLoad`, then `withFollowers`: the records that depend on those of the commit.
 * 3. `rowsToLoad`, then `puts`: the rows of these records.
 * 4. `lines.toLoad`, then `lines.toPut`: the lines that replace references.
 * 5. `names.countPuts`, then `names.pagesToResolve` and `typeToPut`: counts of names, types of pages.
 * 6. `sums.toLoad`, then `sums.toPut`: the sums of pages.
 *
 * Steps 4 to 6 load rows that steps 1 to 3 wrote.
 */
import { deriveBlock, type BlockRow } from '../block-row.ts'
import type { DeriveEnv } from '../env.ts'
import { derivePage, type PageRow } from '../page-row.ts'
import { isLive, type BlockRecord, type PageRecord, type ShapeRecord } from '../record.ts'
import { usesDifference, type UsesDifference } from './difference.ts'
import type { RecordChange } from './followers.ts'
import { Lines } from './lines.ts'
import { NameUses, type PageNamesDifference } from './name-uses.ts'
import { PageSums, type BlockTotals } from './page-sums.ts'

/** The row of a page to write. */
export interface PagePut {
  readonly kind: 'page'
  readonly n: number
  /** Whether the store has a row of it. */
  readonly isStored: boolean
  /** Its new row; absent if the store deletes the row. */
  readonly row?: PageRow
  readonly names: PageNamesDifference
  readonly uses: UsesDifference
}

/** The page of a block or shape. */
interface Home {
  readonly n: number
  /** The number of its live page; absent without one. */
  readonly page?: number
  /** Whether the store may have a note that it waits for a page. The store deletes this note first. */
  readonly mayWait: boolean
  /** The id of the missing page that it waits for. */
  readonly waitsFor?: string
}

/** The row of a block to write. */
export interface BlockPut extends Home {
  readonly kind: 'block'
  readonly record: BlockRecord
  /** Whether the store has a row of it. */
  readonly isStored: boolean
  /** Its new row; present if and only if `page` is. The store deletes the row without it. */
  readonly row?: BlockRow
  readonly uses: UsesDifference
}

/** The row of a shape to replace. Without `page`, the shape has no row. */
export interface ShapePut extends Home {
  readonly kind: 'shape'
}

/** Any row to write. */
export type RecordPut = PagePut | BlockPut | ShapePut

/** The names of files, before and after the commit. */
export interface ReindexEnv {
  readonly before: DeriveEnv
  readonly after: DeriveEnv
}

/** Rows to load before the store writes any. */
export interface RowsToLoad {
  /** Numbers of blocks. */
  readonly blocks: readonly number[]
  /** Ids of pages. */
  readonly pages: readonly string[]
}

/** The loaded rows. */
export interface LoadedRows {
  /** Returns a stored block by its number. */
  readonly block: (n: number) => BlockTotals | undefined
  /** Returns the number of a page that exists after the commit. */
  readonly page: (id: string) => number | undefined
}

/**
 * Step 1: lists the rows to load.
 *
 * @param changes the changes with their followers
 * @example
 * rowsToLoad([]) // { blocks: [], pages: [] }
 */
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

/**
 * The derived rows of one commit, and the sums, names and lines that several records share.
 *
 * @example
 * const env = { file: () => undefined }
 * new Reindex({ before: env, after: env }).names.countPuts() // []
 */
export class Reindex {
  readonly sums: PageSums = new PageSums()
  readonly names: NameUses = new NameUses()
  readonly lines: Lines = new Lines()
  readonly #env: ReindexEnv

  constructor(env: ReindexEnv) {
    this.#env = env
  }

  /**
   * Adds a new block.
   *
   * @param page the number of its page, which must be live
   * @returns the rows to write beside the block's own
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
   *
   * @param changes the changes with their followers, pages first
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
