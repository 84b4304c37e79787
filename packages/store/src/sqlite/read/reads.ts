/** Reading one account's graph: a handful of prepared statements, no parsing of block text. */
import { linkName, type ResolvedType } from '@notegraph/graph'
import type { GraphFeed } from '../../feed.ts'
import type { FileEntry, GraphStore, Window } from '../../graph-store.ts'
import type { Versioned } from '../../versioned.ts'
import { GIVEN, rows, type Db } from '../database/database.ts'
import { PAGE, type OneReads } from './lookup.ts'
import { fitting } from './byte-window.ts'
import { idReads } from './block-ids.ts'
import { namesNear } from './similar-names.ts'
import type { PageOutlines } from './outline.ts'
import { queryCompiler } from '../search/query-sql.ts'
import type { PageColumns, PageCounts } from './page-counts.ts'
import type { ReferringReads } from './references.ts'
import { storage } from '../write/storage.ts'
import { HOME, STORED, storedRecord, type StoredRow } from './stored-record.ts'

type Reads = Omit<
  GraphStore,
  | 'commit'
  | 'commitAll'
  | 'holdWrites'
  | 'search'
  | 'listTasks'
  | 'listChanges'
  | 'listWholeChanges'
  | 'change'
  | 'openChanges'
  | 'kept'
  | 'clearUnusedFiles'
  | 'renewFile'
  | 'unlinkedFiles'
  | 'removeUnlinked'
  | 'index'
  | 'sweepLeft'
  | 'check'
  | 'rebuild'
  | keyof GraphFeed
>

const FILE = 'id, hash, name, type, size, created_at AS createdAt'

const toVersioned = (row: StoredRow): Versioned => ({ record: storedRecord(row), seq: row.seq })

export function graphReads(db: Db, one: OneReads, referring: ReferringReads, outlines: PageOutlines): Reads {
  const pages = pageReads(db, one, referring.pages)
  const lists = listReads(db, referring.pages)
  const recordById = db.prepare<[string], StoredRow>(
    `SELECT ${STORED} FROM record ${HOME} WHERE record.id = ${GIVEN}`,
  )
  const recordsById = db.prepare<[string], StoredRow>(
    `SELECT ${STORED} FROM json_each(?) CROSS JOIN record ON record.id = value ${HOME}`,
  )
  const pageDocs = db.prepare<[string, number], StoredRow>(
    `SELECT ${STORED} FROM record ${HOME} WHERE record.kind = 1 AND record.deleted = 0
     AND record.n > coalesce((SELECT n FROM record WHERE id = ?), 0) ORDER BY record.n LIMIT +?`,
  )
  const recordsOfPage = db.prepare<[string, string], StoredRow>(
    `SELECT ${STORED} FROM page JOIN record ON record.page = page.n ${HOME} WHERE page.id = ${GIVEN}
     UNION ALL SELECT ${STORED} FROM page JOIN shape ON shape.page = page.n JOIN record ON record.n = shape.n
       ${HOME} WHERE page.id = ${GIVEN}`,
  )
  const misplaced = db
    .prepare<[], string>(
      `SELECT record.id FROM waiting JOIN record USING (n) UNION ALL
       SELECT block.id FROM block WHERE parent_id IS NOT NULL AND NOT EXISTS
         (SELECT 1 FROM block AS above WHERE above.id = block.parent_id AND above.page = block.page)`,
    )
    .pluck()
  const fileById = db.prepare<[string], FileEntry>(`SELECT ${FILE} FROM file WHERE id = ?`)
  const fileByHash = db.prepare<[string], FileEntry>(`SELECT ${FILE} FROM file WHERE hash = ?`)
  const files = db.prepare<[], FileEntry>(`SELECT ${FILE} FROM file ORDER BY id`)
  const targets = db.prepare<[], string>('SELECT DISTINCT target FROM block_ref').pluck()
  const head = db.prepare<[], number>("SELECT value FROM meta WHERE key = 'seq'").pluck()
  const kept = storage(db)

  return {
    ...pages,
    ...outlines.reads,
    ...idReads(db, referring),
    namesNear: namesNear(db),
    ...lists,
    record: async (id) => {
      const row = recordById.get(id)
      return row && toVersioned(row)
    },
    records: async (ids) => recordsById.all(JSON.stringify([...new Set(ids)])).map(toVersioned),
    pageRecords: async (after, limit) => pageDocs.all(after ?? '', rows(limit)).map(toVersioned),
    recordsOfPage: async (pageId) => recordsOfPage.all(pageId, pageId).map(toVersioned),
    misplaced: async () => misplaced.all(),
    fileById: async (id) => fileById.get(id),
    fileByHash: async (hash) => fileByHash.get(hash),
    listFiles: async () => files.all(),
    referencedBlocks: async () => new Set(targets.all()),
    head: async () => head.get()!,
    bytesUsed: async () => kept.bytes(),
    storageUse: async () => kept.use(),
  }
}

function pageReads(
  db: Db,
  one: OneReads,
  pages: PageCounts,
): Pick<Reads, 'findPage' | 'pageById' | 'block' | 'orderEdges'> {
  const byName = db.prepare<[string], PageColumns>(
    `SELECT ${PAGE} FROM page_name JOIN page ON page.id = page_name.id WHERE fold = ${GIVEN}
     ORDER BY alias, created_at, page_name.id LIMIT 1`,
  )
  const edge = (order: '' | 'DESC') =>
    `(SELECT ord FROM block WHERE block.page = page.n ORDER BY ord ${order} LIMIT 1)`
  const edges = db.prepare<[string], { low: number; high: number }>(
    `SELECT ${edge('')} AS low, ${edge('DESC')} AS high FROM page WHERE id = ? AND blocks > 0`,
  )

  return {
    findPage: async (folded) =>
      pages.read(() => {
        const row = byName.get(folded)
        return row && pages.toPage(row)
      }),
    pageById: async (id) => pages.read(() => one.page(id)),
    block: async (id) => one.block(id),
    orderEdges: async (pageId) => edges.get(pageId),
  }
}

function listReads(db: Db, counts: PageCounts): Pick<Reads, 'listPages' | 'pagesNaming' | 'countTypes'> {
  const listed = (from: string) => {
    const window = 'ORDER BY edited_at DESC, id LIMIT +? OFFSET ?'
    return {
      rows: db.prepare<(string | number)[], PageColumns>(`SELECT ${PAGE} ${from} ${window}`),
      sizes: db.prepare<(string | number)[], number>(`SELECT octet_length(view) ${from} ${window}`).pluck(),
      count: db.prepare<string[], number>(`SELECT count(*) ${from}`).pluck(),
    }
  }
  const all = listed('FROM page')
  const ofType = listed('FROM page WHERE type = ?')
  const naming =
    listed(`FROM page WHERE n IN (SELECT source FROM ref WHERE name IN (SELECT value FROM json_each(?)))
    AND id <> coalesce((SELECT id FROM page_name WHERE fold = ? ORDER BY alias, created_at, id LIMIT 1), '')`)
  const compiler = queryCompiler(db)
  const types = db.prepare<[], [ResolvedType, number]>('SELECT type, count(*) FROM page GROUP BY type').raw()

  const read = (
    { rows: list, sizes, count }: ReturnType<typeof listed>,
    asked: readonly string[],
    { limit, offset, bytes }: Window,
  ) =>
    counts.read(() => {
      const most = bytes === undefined ? limit : fitting(sizes.all(...asked, rows(limit), offset), bytes)
      const pages = list.all(...asked, rows(most), offset).map(counts.toPage)
      return { pages, total: count.get(...asked)! }
    })

  return {
    countTypes: async () => new Map(types.all()),
    pagesNaming: async (name, window) =>
      read(naming, [JSON.stringify(compiler.namesLike([name])), linkName(name)], window),
    listPages: async ({ type }: { readonly type?: ResolvedType }, window: Window) =>
      type === undefined ? read(all, [], window) : read(ofType, [type], window),
  }
}
