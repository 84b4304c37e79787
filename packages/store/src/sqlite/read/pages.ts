/** Reads of pages. */
import { linkName, type ResolvedType } from '@notegraph/graph'
import type { Searcher } from '@notegraph/search-index'
import type { PageFilter, PageList, PageStore } from '../../graph/pages.ts'
import type { Window } from '../../graph/window.ts'
import { GIVEN, rows, type Db } from '../database/database.ts'
import { FAVORITE, pageLists, type PagesQuery } from '../search/page-lists.ts'
import type { GraphThreads } from '../search/search-store.ts'
import { queryCompiler } from '../search/query-sql.ts'
import { fitting } from './byte-window.ts'
import { PAGE, type Lookup } from './lookup.ts'
import type { PageColumns, PageCounts } from './page-counts.ts'
import { similarNames } from './similar-names.ts'

/** Up to this many records, finding pages takes less time than handing the filter to another thread. */
const FEW = 2_000
/** Up to this many favorites are read here, since the navigation of each web page lists them. */
const FEW_FAVORITES = 500

/** The numbers of a JSON array, without the other columns of `json_each`. */
const HITS = '(SELECT value AS hit FROM json_each(?))'

/** @param threads absent for a database in memory */
export function pageStore(
  db: Db,
  lookup: Lookup,
  counts: PageCounts,
  search: Searcher,
  threads?: GraphThreads,
): PageStore {
  const byName = db.prepare<[string], PageColumns>(
    `SELECT ${PAGE} FROM page_name JOIN page ON page.id = page_name.id WHERE fold = ${GIVEN}
     ORDER BY alias, created_at, page_name.id LIMIT 1`,
  )
  return {
    ...lists(db, counts, search, threads),
    findByName: async (folded) =>
      counts.read(() => {
        const row = byName.get(folded)
        return row && counts.toPage(row)
      }),
    find: async (id) => counts.read(() => lookup.page(id)),
    similarNames: similarNames(db),
  }
}

function lists(
  db: Db,
  counts: PageCounts,
  search: Searcher,
  threads: GraphThreads | undefined,
): Pick<PageStore, 'list' | 'listNaming' | 'countByType'> {
  const listed = (from: string) => {
    const window = 'ORDER BY edited_at DESC, id LIMIT +? OFFSET ?'
    return {
      rows: db.prepare<(string | number)[], PageColumns>(`SELECT ${PAGE} ${from} ${window}`),
      sizes: db.prepare<(string | number)[], number>(`SELECT octet_length(view) ${from} ${window}`).pluck(),
      count: db.prepare<string[], number>(`SELECT count(*) ${from}`).pluck(),
    }
  }
  const all = listed('FROM page')
  const ofType = listed(`FROM page WHERE type = ${GIVEN}`)
  const naming =
    listed(`FROM page WHERE n IN (SELECT source FROM ref WHERE name IN (SELECT value FROM json_each(${GIVEN})))
    AND id <> coalesce((SELECT id FROM page_name WHERE fold = ${GIVEN} ORDER BY alias, created_at, id LIMIT 1), '')`)
  const compiler = queryCompiler(db)
  const types = db.prepare<[], [ResolvedType, number]>('SELECT type, count(*) FROM page GROUP BY type').raw()

  const records = db.prepare<[], number>('SELECT coalesce(max(n), 0) FROM record').pluck()
  const numbersHere = pageLists(db, search)
  const byNumber = db.prepare<[string], PageColumns>(
    `SELECT ${PAGE} FROM ${HITS} CROSS JOIN page ON page.n = hit`,
  )
  const sizesByNumber = db
    .prepare<[string], number>(`SELECT octet_length(view) FROM ${HITS} CROSS JOIN page ON page.n = hit`)
    .pluck()

  const favorites = db
    .prepare<[number], number>(
      `SELECT count(*) FROM (SELECT 1 FROM page INDEXED BY page_favorite WHERE ${FAVORITE} LIMIT +?)`,
    )
    .pluck()
  /** Whether an index finds all pages of the list. */
  const isIndexed = ({ favorite, sort, ...rest }: PageFilter): boolean =>
    favorite === true && sort !== 'links' && Object.values(rest).every((part) => part === undefined)

  /** Another thread may find the pages in an older snapshot; a page that was deleted since is left out. */
  async function found(filter: PageFilter, window: Window): Promise<PageList> {
    const starred = filter.favorite === true ? favorites.get(FEW_FAVORITES + 1)! : Infinity
    if (starred === 0) return { pages: [], total: 0 }
    const ask: PagesQuery = { kind: 'pages', filter, window }
    const isShort = starred <= FEW_FAVORITES && isIndexed(filter)
    const isLong = threads && !isShort && records.get()! > FEW
    const { numbers, total } = isLong
      ? await threads.pool.askPages(threads.path, threads.id, ask)
      : numbersHere(ask)
    return counts.read(() => {
      const hits = JSON.stringify(numbers)
      const most = fitting(sizesByNumber.all(hits), window.bytes ?? Infinity)
      return { pages: byNumber.all(hits).slice(0, most).map(counts.toPage), total }
    })
  }

  const read = (
    { rows: list, sizes, count }: ReturnType<typeof listed>,
    given: readonly string[],
    { limit, offset, bytes }: Window,
  ) =>
    counts.read(() => {
      const most = bytes === undefined ? limit : fitting(sizes.all(...given, rows(limit), offset), bytes)
      const pages = list.all(...given, rows(most), offset).map(counts.toPage)
      return { pages, total: count.get(...given)! }
    })

  return {
    countByType: async () => new Map(types.all()),
    listNaming: async (name, window) =>
      read(naming, [JSON.stringify(compiler.namesLike([name])), linkName(name)], window),
    list: async (filter, window) => {
      const { type, ...rest } = filter
      if (Object.values(rest).some((part) => part !== undefined)) return found(filter, window)
      return type === undefined ? read(all, [], window) : read(ofType, [type], window)
    },
  }
}
