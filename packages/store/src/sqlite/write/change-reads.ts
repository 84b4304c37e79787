/** Reads for the check of a change, on the connection that writes it. */
import { settleDays } from '@notegraph/query'
import type { ChangeReads, Quoted, ReadPage } from '../../graph/change-reads.ts'
import { GIVEN, type Db } from '../database/database.ts'
import { pageLists } from '../search/page-lists.ts'
import { queryCompiler } from '../search/query-sql.ts'

interface PageRow extends Omit<ReadPage, 'names'> {
  /** JSON array. */
  readonly names: string
}

const toPage = (row: PageRow | undefined): ReadPage | undefined =>
  row && { ...row, names: JSON.parse(row.names) as string[] }

const PAGE = 'page.id, page.name, page.kind, page.names'
/** The page of a source of references: a block's page, or the page itself. */
const PAGE_OF_SOURCE = `CROSS JOIN record AS source ON source.n = found.source
  CROSS JOIN page ON page.n = coalesce(source.page, source.n)`
const AMONG = 'page.id IN (SELECT value FROM json_each(?))'

/** The pages with a reference to one of the blocks, or to a block above one. */
const QUOTES_BLOCK = `WITH RECURSIVE quoted(id) AS (SELECT value FROM json_each(?)
    UNION SELECT record.parent_id FROM quoted CROSS JOIN record ON record.id = quoted.id WHERE record.parent_id IS NOT NULL)
  SELECT DISTINCT page.id FROM quoted CROSS JOIN block_ref AS found ON found.target = quoted.id
    ${PAGE_OF_SOURCE} WHERE ${AMONG}`
const QUOTES_ON_PAGE = `SELECT DISTINCT page.id FROM json_each(?) AS given
    CROSS JOIN page AS home ON home.id = given.value CROSS JOIN record AS block ON block.page = home.n
    CROSS JOIN block_ref AS found ON found.target = block.id ${PAGE_OF_SOURCE} WHERE ${AMONG}`
const EMBEDS = (text: string): string => `(instr(${text}, '{{embed') > 0 OR instr(${text}, '![[') > 0)`
const EMBEDS_PAGE = `SELECT DISTINCT page.id FROM json_each(?) AS given
    CROSS JOIN name ON name.fold = given.value CROSS JOIN ref AS found ON found.name = name.n ${PAGE_OF_SOURCE}
  WHERE ${EMBEDS("coalesce(source.content, page.view, '')")} AND ${AMONG}`

const USES_NAME = `SELECT DISTINCT page.id FROM (
    SELECT ref.source FROM json_each(@names) AS given CROSS JOIN name ON name.fold = given.value
      CROSS JOIN ref ON ref.name = name.n
    UNION SELECT property.source FROM property WHERE value IN (SELECT value FROM json_each(@names))) AS found
  ${PAGE_OF_SOURCE} LIMIT +@most`

export function changeReads(db: Db): ChangeReads {
  const lists = pageLists(db)
  const compiler = queryCompiler(db)
  const pageById = db.prepare<[string], PageRow>(`SELECT ${PAGE} FROM page WHERE id = ?`)
  const byName = db.prepare<[string], PageRow>(
    `SELECT ${PAGE} FROM page_name JOIN page ON page.id = page_name.id WHERE fold = ${GIVEN}
     ORDER BY alias, created_at, page_name.id LIMIT 1`,
  )
  const idOf = db.prepare<[string], string>('SELECT page.id FROM json_each(?) AS hit CROSS JOIN page ON page.n = hit.value').pluck() // prettier-ignore
  const users = db.prepare<[{ names: string; most: number }], string>(USES_NAME).pluck()
  const quoters = {
    blocks: db.prepare<[string, string], string>(QUOTES_BLOCK).pluck(),
    onPages: db.prepare<[string, string], string>(QUOTES_ON_PAGE).pluck(),
    names: db.prepare<[string, string], string>(EMBEDS_PAGE).pluck(),
  }
  const quoting = (ids: string, quoted: Quoted, by: keyof Quoted): string[] => {
    const given = quoted[by] ?? []
    return given.length === 0 ? [] : quoters[by].all(JSON.stringify(given), ids)
  }

  return {
    page: (id) => toPage(pageById.get(id)),
    holder: (folded) => toPage(byName.get(folded)),
    passing(ids, filter) {
      const window = { limit: ids.length, offset: 0 }
      const { numbers } = lists({ kind: 'pages', filter: { ...filter, ids }, window })
      return idOf.all(JSON.stringify(numbers))
    },
    matching(ids, query, days, blocks) {
      const { sql, values } = compiler.condition(settleDays(query, days))
      const those = blocks ? 'AND block.id IN (SELECT value FROM json_each(?))' : ''
      return db
        .prepare<unknown[], string>(
          `SELECT DISTINCT page.id FROM json_each(?) AS given CROSS JOIN page ON page.id = given.value
           CROSS JOIN record AS block ON block.page = page.n ${those} WHERE ${sql}`,
        )
        .pluck()
        .all(JSON.stringify(ids), ...(blocks ? [JSON.stringify(blocks)] : []), ...values)
    },
    using: (names, most) => users.all({ names: JSON.stringify(names), most }),
    quoting(ids, quoted) {
      const among = JSON.stringify(ids)
      const found = (['blocks', 'onPages', 'names'] as const).flatMap((by) => quoting(among, quoted, by))
      return [...new Set(found)]
    },
  }
}
