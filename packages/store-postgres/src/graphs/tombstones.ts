/**
 * Tombstones stay until devices that sync now and then have pulled them. Once a day the graph notes its head; later the
 * note says which tombstones are old enough to delete. The floor and `keptN` tell a replica which ones to delete itself.
 */
import { recordBytes, type FeedPosition, type VersionedRecord } from '@notegraph/store'
import type { Database, Session } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'
import { growGraph, lockGraph, NO_SUMS, type StorageSums } from './graph-row.ts'

const DAY = 86_400_000
/** One transaction deletes so many tombstones, so that another writer waits little. */
const DELETED_AT_ONCE = 2_000

const LATEST = ofAccount('SELECT max(at) AS at FROM feed_day WHERE account_id = $1')
const NOTE = ofAccount(
  `INSERT INTO feed_day (account_id, at, seq) VALUES ($1, $2, $3)
   ON CONFLICT (account_id, at) DO UPDATE SET seq = excluded.seq`,
)
const REACHED = ofAccount('SELECT max(seq) AS seq FROM feed_day WHERE account_id = $1 AND at <= $2')
const FORGET = ofAccount('DELETE FROM feed_day WHERE account_id = $1 AND at <= $2')
const GREATEST = ofAccount('SELECT max(n) AS n FROM record WHERE account_id = $1')
// SQLite gives a new record the number after the greatest, so the tombstone with the greatest number stays.
const DELETE = ofAccount(
  `DELETE FROM record WHERE account_id = $1 AND id IN (
     SELECT id FROM record WHERE account_id = $1 AND deleted AND seq <= $2 AND n <> $3 ORDER BY seq, n LIMIT $4)
   RETURNING seq, n, doc`,
)
const IS_KEPT = ofAccount(
  'SELECT 1 FROM record WHERE account_id = $1 AND n = $2 AND deleted AND (seq, n) <= ($3, $4)',
)
const RAISE_FLOOR = ofAccount(
  'UPDATE graph SET floor_seq = $2, floor_n = $3, kept_n = $4 WHERE account_id = $1',
)

/**
 * Note the head once a day, and delete the tombstones that were committed longer ago than `keptFor`, in several
 * transactions.
 * @param now milliseconds since 1970
 * @param keptFor milliseconds
 */
export async function collectTombstones(
  db: Database,
  accountId: string,
  now: number,
  keptFor: number,
): Promise<void> {
  const latest = await db.one<{ at: number | null }>(LATEST, [accountId])
  // After a clock was set back, the head is noted again.
  if (Math.abs(now - (latest?.at ?? -Infinity)) < DAY) return
  const upTo = await db.transaction(async (session) => {
    const { head } = await lockGraph(session, accountId)
    await session.write(NOTE, [accountId, now, head])
    const reached = await session.one<{ seq: number | null }>(REACHED, [accountId, now - keptFor])
    return reached?.seq ?? 0
  })
  if (upTo === 0) return
  while (await db.transaction(async (session) => deleteSome(session, accountId, upTo)));
  await db.write(FORGET, [accountId, now - keptFor])
}

/** @returns whether there may be more */
async function deleteSome(session: Session, accountId: string, upTo: number): Promise<boolean> {
  const { floor } = await lockGraph(session, accountId)
  const { n: greatest } = (await session.one<{ n: number | null }>(GREATEST, [accountId]))!
  if (greatest === null) return false
  const deleted = await session.all<FeedPosition & { readonly doc: string }>(DELETE, [
    accountId,
    upTo,
    greatest,
    DELETED_AT_ONCE,
  ])
  if (deleted.length === 0) return false
  // The tombstone that was kept may go after later ones. The floor never falls.
  const last = [floor, ...deleted].toSorted((a, b) => a.seq - b.seq || a.n - b.n).at(-1)!
  const kept = await session.one(IS_KEPT, [accountId, greatest, last.seq, last.n])
  await Promise.all([
    growGraph(session, accountId, freed(deleted)),
    session.write(RAISE_FLOOR, [accountId, last.seq, last.n, kept ? greatest : null]),
  ])
  return deleted.length === DELETED_AT_ONCE
}

const PLURAL = { page: 'pages', block: 'blocks', shape: 'shapes' } as const

function freed(deleted: readonly { readonly doc: string }[]): StorageSums {
  const bytes = { pages: 0, blocks: 0, shapes: 0 }
  for (const { doc } of deleted) {
    const record = JSON.parse(doc) as VersionedRecord['record']
    bytes[PLURAL[record.kind]] -= recordBytes(record)
  }
  const of = (kind: keyof typeof bytes) => ({ count: 0, bytes: bytes[kind] })
  return { ...NO_SUMS, pages: of('pages'), blocks: of('blocks'), shapes: of('shapes') }
}
