/** The list of changes of a graph: one entry for each write, by which its owner can revert it. */
import { changeChecksum, DROPPED_AT_ONCE, type Change } from '@notegraph/store'
import type { Session, Transaction } from '../database/database.ts'
import { ofAccount, type Statement } from '../database/statement.ts'
import type { BeforeCommit } from './before-commit.ts'
import { storedTexts } from './change-texts.ts'
import { Refused } from './refusal.ts'

type Listed = NonNullable<Change['entry']>

/** An entry counts for these bytes beside its texts. */
const FRAME_BYTES = 128

const FREED = 'SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM gone'
const EXPIRE = ofAccount('DELETE FROM change WHERE account_id = $1 AND at < $2')
const DROP_OLDEST = ofAccount(
  `WITH gone AS (DELETE FROM change WHERE account_id = $1 AND n IN
     (SELECT n FROM change WHERE account_id = $1 ORDER BY n LIMIT $2) RETURNING bytes) ${FREED}`,
)
const dropOwn = (which: string) =>
  ofAccount(
    `WITH gone AS (DELETE FROM change WHERE account_id = $1 AND n IN
       (SELECT n FROM change WHERE account_id = $1 AND own ORDER BY n ${which}) RETURNING bytes) ${FREED}`,
  )
const DROP_OLDEST_OWN = dropOwn('LIMIT $2')
const DROP_OWN_BEYOND = dropOwn('DESC OFFSET $2')
const EMPTY_REVERTED = ofAccount(
  `WITH gone AS (SELECT id, octet_length(touched) - 2 AS bytes FROM change
       WHERE account_id = $1 AND NOT open AND touched <> '[]' ORDER BY n LIMIT $2),
     emptied AS (UPDATE change SET touched = '[]', bytes = change.bytes - gone.bytes FROM gone
       WHERE change.account_id = $1 AND change.id = gone.id)
   ${FREED}`,
)
const DROP = ofAccount(
  `WITH gone AS (DELETE FROM change WHERE account_id = $1 AND id = $2 AND at >= $3 RETURNING bytes) ${FREED}`,
)
const INSERT = ofAccount(
  `INSERT INTO change (account_id, id, at, open, token, token_id, action, summary, page, page_id, block_id, touched, bytes, checksum,
     own)
   VALUES ($1, $2, $3, true, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
)
const REVERT = ofAccount('UPDATE change SET open = false WHERE account_id = $1 AND id = $2 AND open')

/** Inside a commit: mark an entry reverted. @throws Refused if it is not open */
export async function revertEntry(session: Session, accountId: string, id: string): Promise<void> {
  if ((await session.write(REVERT, [accountId, id])) === 0) throw new Refused('not_open')
}

/**
 * Inside a commit: take an entry from the list, if it is there.
 * @param since older ones expire, and `addEntry` counts their bytes
 * @returns the bytes that this frees
 */
export async function dropEntry(
  session: Session,
  accountId: string,
  id: string,
  since: number,
): Promise<number> {
  const { bytes } = (await session.one<{ bytes: number }>(DROP, [accountId, id, since]))!
  return bytes
}

/** Bytes that an entry counts for. @param entry with its items as JSON text */
export const changeBytes = ({
  summary,
  page,
  touched,
}: {
  readonly summary: string
  readonly page: string
  readonly touched: string
}): number => [summary, page, touched].reduce((sum, text) => sum + Buffer.byteLength(text), FRAME_BYTES)

/**
 * Inside a commit: add an entry, and drop those that expired. If the list is full of bytes, the person's edits go first, then the
 * oldest closed entries lose what they touched. If that is not enough, the write is refused; in a list without a limit on open
 * entries, the oldest go instead. An edit of the person is never refused, and takes nothing from the list.
 * @param before bytes of the list so far
 * @returns bytes of the list after it
 * @throws Refused if the list is full
 */
export async function addEntry(
  session: Transaction,
  accountId: string,
  { entry, most, mostBytes = Infinity, since }: Listed,
  { expiredEntryBytes, openEntries }: BeforeCommit,
  before: number,
): Promise<number> {
  const own = entry.own === true
  if (!own && most > 0 && openEntries >= most) throw new Refused('trail_full')
  let held = before - expiredEntryBytes
  // They go first if others must make room for the entry.
  if (expiredEntryBytes > 0)
    await (held >= mostBytes ? session : session.last).write(EXPIRE, [accountId, since])
  const free = async (step: Statement, count: number): Promise<number> =>
    (await session.one<{ bytes: number }>(step, [accountId, count]))!.bytes
  const makeRoom = async (step: Statement): Promise<void> => {
    for (let freed = Infinity; freed > 0 && held >= mostBytes; held -= freed)
      freed = await free(step, DROPPED_AT_ONCE)
  }
  await makeRoom(DROP_OLDEST_OWN)
  await makeRoom(EMPTY_REVERTED)
  if (!own && most > 0 && held >= mostBytes) throw new Refused('trail_bytes')
  if (own) held -= await free(DROP_OWN_BEYOND, Math.max(0, most - 1))
  else await makeRoom(DROP_OLDEST)
  const { id, at, token, tokenId = null, action, summary, page, pageId, blockId = null } = entry
  const touched = JSON.stringify(entry.touched)
  const bytes = changeBytes({ summary, page, touched })
  const stored = storedTexts(entry)
  await session.last.write(INSERT, [
    accountId,
    id,
    at,
    token,
    tokenId,
    action,
    stored.summary,
    stored.page,
    pageId,
    blockId,
    touched,
    bytes,
    changeChecksum({ ...entry, touched }),
    own,
  ])
  return held + bytes
}
