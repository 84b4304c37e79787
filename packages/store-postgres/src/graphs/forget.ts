/** Forgets earlier states, with all other rows that have their words. @see decisions 9.10 */
import {
  namesOne,
  STATE_BYTES,
  whatStays,
  type Forgot,
  type Forgotten,
  type ForgottenState,
  type KeptState,
} from '@notegraph/store'
import type { Session } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'

const ON_PAGE = ofAccount(
  `SELECT id FROM kept_state WHERE account_id = $1 AND page = $2
   UNION SELECT id FROM record WHERE account_id = $1 AND strpos(doc, $3) > 0 AND NOT deleted`,
)
const STATES = ofAccount(
  `SELECT h, id, since, began, ${STATE_BYTES} + octet_length(doc) AS bytes,
     doc IS DISTINCT FROM (SELECT doc FROM record WHERE account_id = $1 AND id = kept_state.id AND NOT deleted) AS other
   FROM kept_state WHERE account_id = $1 AND id = ANY ($2) ORDER BY h`,
)
const PRESENT = ofAccount(
  'SELECT id, doc FROM record WHERE account_id = $1 AND id = ANY ($2) AND NOT deleted',
)
const REMOVE = ofAccount('DELETE FROM kept_state WHERE account_id = $1 AND h = ANY ($2)')
const REPLACE = ofAccount(
  `UPDATE kept_state SET since = stays.since, began = stays.began, page = stays.page, doc = record.doc, deleted = false
   FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[]) AS stays (h, since, began, page), record
   WHERE kept_state.account_id = $1 AND kept_state.h = stays.h AND record.account_id = $1 AND record.id = kept_state.id`,
)
// The members of an item are compared as JSON text, because a text of another member may have NUL, which jsonb refuses.
const DROP_CHANGES = ofAccount(
  `DELETE FROM change WHERE account_id = $1 AND (page_id = $2 OR EXISTS (
     SELECT 1 FROM json_array_elements(touched::json) AS item WHERE (item -> 'id')::text = ANY ($3))) RETURNING bytes`,
)
const ANSWERS = ofAccount('SELECT key, answer FROM idempotency_record WHERE account_id = $1')
const DROP_ANSWERS = ofAccount(
  'DELETE FROM idempotency_record WHERE account_id = $1 AND key = ANY ($2) RETURNING bytes',
)
const SUBTRACT = ofAccount(
  `UPDATE graph SET kept_states = kept_states - $2, kept_state_bytes = kept_state_bytes - $3,
     change_bytes = change_bytes - $4, answer_bytes = answer_bytes - $5 WHERE account_id = $1`,
)

interface Bytes {
  readonly bytes: number
}
const sumOf = (rows: readonly Bytes[]): number => rows.reduce((sum, { bytes }) => sum + bytes, 0)

/** In a transaction that has locked the graph. */
export async function forgetStates(session: Session, accountId: string, what: Forgotten): Promise<Forgot> {
  const page = 'page' in what ? what.page : null
  const ids = 'page' in what ? await onPage(session, accountId, what.page) : [what.block]
  const found = await session.all<ForgottenState & Bytes & { readonly other: boolean }>(STATES, [
    accountId,
    ids,
  ])
  const present = await session.all<{ readonly id: string; readonly doc: string }>(PRESENT, [accountId, ids])
  const live = new Map(present.map(({ id, doc }) => [id, doc]))
  const stays = whatStays(found, new Set(live.keys()))
  const staying = new Set(stays.map(({ h }) => h))
  const gone = found.filter(({ h }) => !staying.has(h))
  await session.write(REMOVE, [accountId, gone.map(({ h }) => h)])
  await session.write(REPLACE, [
    accountId,
    stays.map(({ h }) => h),
    stays.map(({ since }) => since),
    stays.map(({ began }) => began),
    stays.map(({ id }) => pageOf(JSON.parse(live.get(id)!) as KeptState['record'])),
  ])
  const changes = await session.all<Bytes>(DROP_CHANGES, [
    accountId,
    page,
    ids.map((id) => JSON.stringify(id)),
  ])
  const named = new Set(ids)
  const kept = await session.all<{ readonly key: string; readonly answer: string }>(ANSWERS, [accountId])
  const drop = kept.filter(({ answer }) => namesOne(named, answer)).map(({ key }) => key)
  const answers = await session.all<Bytes>(DROP_ANSWERS, [accountId, drop])
  const now = stays.reduce((sum, { id }) => sum + STATE_BYTES + Buffer.byteLength(live.get(id)!), 0)
  await session.write(SUBTRACT, [accountId, gone.length, sumOf(found) - now, sumOf(changes), sumOf(answers)])
  const states = found.filter(({ h, other }) => other || !staying.has(h)).length
  return { states, changes: changes.length, ids }
}

async function onPage(session: Session, accountId: string, page: string): Promise<string[]> {
  const rows = await session.all<{ readonly id: string }>(ON_PAGE, [accountId, page, `"pageId":${JSON.stringify(page)}`]) // prettier-ignore
  return [...new Set([page, ...rows.map(({ id }) => id)])]
}

const pageOf = (record: KeptState['record']): string =>
  record.kind === 'page' ? record.id : record.place.pageId
