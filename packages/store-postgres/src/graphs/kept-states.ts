/**
 * Keeps what commits replace, in their transactions. A commit reads the states beside its lock, and decides with the rules
 * that every store follows. Their texts are in PostgreSQL already, which copies them before the commit writes its records.
 */
import { countAsOne, STATE_BYTES, type Author } from '@notegraph/store'
import type { ReplacedRecord } from '@notegraph/store/sqlite'
import type { Session, Writer } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'
import type { StorageSum } from './graph-row.ts'

/** A record that a commit replaces. */
export interface Replaced extends ReplacedRecord {
  /** The number of the commit. */
  readonly until: number
  /** The time of the commit. */
  readonly ended: number
}

/** A record before the commit, its author, and its latest kept state. All columns of what is not known are null. */
interface StateBefore {
  readonly id: string
  readonly seq: number
  readonly deleted: boolean
  readonly bytes: number
  readonly at: number | null
  readonly kind: Author['kind'] | null
  readonly who: string | null
  readonly name: string | null
  readonly lastH: number | null
  readonly lastSince: number
  readonly lastUntil: number
  readonly lastBegan: number
  readonly lastDeleted: boolean
  readonly lastPage: string
  readonly lastKind: Author['kind'] | null
  readonly lastWho: string | null
  readonly lastBytes: number
  /** Whether a snapshot shows the latest kept state. */
  readonly isShown: boolean
}

/** By the ids of the records. */
export type StatesBefore = ReadonlyMap<string, StateBefore>

const read = (which: string): string =>
  `SELECT record.id, record.seq, record.deleted, octet_length(record.doc) AS bytes,
     author.at, author.kind, author.who, author.name,
     last.h AS "lastH", last.since AS "lastSince", last.until AS "lastUntil", last.began AS "lastBegan",
     last.deleted AS "lastDeleted", last.page AS "lastPage", last.kind AS "lastKind", last.who AS "lastWho", octet_length(last.doc) AS "lastBytes",
     EXISTS (SELECT 1 FROM snapshot WHERE account_id = $1 AND seq >= last.since AND seq < last.until) AS "isShown"
   FROM record LEFT JOIN commit_author AS author ON author.account_id = $1 AND author.seq = record.seq
     LEFT JOIN LATERAL (
       SELECT * FROM kept_state WHERE account_id = $1 AND kept_state.id = record.id ORDER BY until DESC LIMIT 1
     ) AS last ON true
   WHERE record.account_id = $1 AND record.id ${which}`
const READ = ofAccount(read('= ANY ($2)'))
/** Most commits replace one record. The array takes longer to plan. */
const READ_ONE = ofAccount(read('= $2'))
const DELETE = ofAccount('DELETE FROM kept_state WHERE account_id = $1 AND h = ANY ($2)')
const insert = (from: string): string =>
  `INSERT INTO kept_state (account_id, id, page, since, seq, until, began, at, ended, deleted, kind, who, name, doc) ${from}`
// `h` grows with the number of the commit.
const INSERT = ofAccount(
  insert(`SELECT $1, record.id, page, since, record.seq, until, began, at, ended, record.deleted, kind, who, name, record.doc
   FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
     $9::text[], $10::text[], $11::text[]) AS kept (id, page, since, until, began, at, ended, kind, who, name)
   JOIN record ON record.account_id = $1 AND record.id = kept.id ORDER BY until, record.id`),
)
/** Most commits replace one record. The join with arrays takes twice as long. */
const INSERT_ONE = ofAccount(
  insert(`SELECT $1, id, $3, $4, seq, $5, $6, $7, $8, deleted, $9, $10, $11, doc
   FROM record WHERE account_id = $1 AND id = $2`),
)

/** Inside a commit: read the records that it is going to replace. */
export async function readStatesBefore(
  session: Session,
  accountId: string,
  ids: readonly string[],
): Promise<StatesBefore> {
  const [one] = ids
  if (one === undefined) return new Map()
  const rows = await (ids.length === 1
    ? session.all<StateBefore>(READ_ONE, [accountId, one])
    : session.all<StateBefore>(READ, [accountId, ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Inside a commit, before it writes its records: keep the states that it replaces.
 * @returns the differences of the sums
 */
export async function keepStates(
  writer: Writer,
  accountId: string,
  replaced: readonly Replaced[],
  before: StatesBefore,
): Promise<StorageSum> {
  const gone: number[] = []
  let bytes = 0
  const kept = replaced.flatMap(({ id, place, updatedAt, until, ended }) => {
    const state = before.get(id)
    if (!state) return [] // the commit creates it, and replaces it then
    const at = state.at ?? updatedAt
    const page = place?.pageId ?? id
    const isOne = continues(state, page, at)
    if (isOne) gone.push(state.lastH!)
    bytes += STATE_BYTES + state.bytes - (isOne ? STATE_BYTES + state.lastBytes : 0)
    const { seq, kind, who, name } = state
    const since = isOne ? state.lastSince : seq
    const began = isOne ? state.lastBegan : at
    return [[id, page, since, until, began, at, ended, kind, who, name] as const]
  })
  if (gone.length > 0) await writer.write(DELETE, [accountId, gone])
  await insertStates(writer, accountId, kept)
  return { count: kept.length - gone.length, bytes }
}

/** The columns of a new state. */
type Row = readonly [
  id: string,
  page: string,
  since: number,
  until: number,
  began: number,
  at: number,
  ended: number,
  kind: string | null,
  who: string | null,
  name: string | null,
]

async function insertStates(writer: Writer, accountId: string, rows: readonly Row[]): Promise<void> {
  const [one] = rows
  if (!one) return
  if (rows.length === 1) return void (await writer.write(INSERT_ONE, [accountId, ...one]))
  await writer.write(INSERT, [
    accountId,
    rows.map(([id]) => id),
    rows.map(([, page]) => page),
    rows.map(([, , since]) => since),
    rows.map(([, , , until]) => until),
    rows.map(([, , , , began]) => began),
    rows.map(([, , , , , at]) => at),
    rows.map(([, , , , , , ended]) => ended),
    rows.map(([, , , , , , , kind]) => kind),
    rows.map(([, , , , , , , , who]) => who),
    rows.map(([, , , , , , , , , name]) => name),
  ])
}

/** Whether a state and the latest kept one of its record count as one. @param page of the state */
function continues(state: StateBefore, page: string, at: number): boolean {
  if (state.lastH === null || state.isShown) return false
  const { seq, deleted, kind, who, lastSince, lastUntil, lastBegan, lastDeleted, lastKind, lastWho } = state
  return countAsOne(
    {
      since: lastSince,
      until: lastUntil,
      began: lastBegan,
      deleted: lastDeleted,
      page: state.lastPage,
      ...authorOf(lastKind, lastWho),
    },
    { seq, at, deleted, page, ...authorOf(kind, who) },
  )
}

const authorOf = (kind: Author['kind'] | null, id: string | null): { readonly by?: Author } =>
  kind === null || id === null ? {} : { by: { kind, id, name: '' } }
