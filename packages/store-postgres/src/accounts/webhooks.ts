/** Webhooks and their deliveries. */
import type {
  WebhookDelivery,
  DeliveryAttempt,
  Hold,
  OutboxPosition,
  Webhook,
  WebhookFilter,
  WebhookStore,
} from '@notegraph/store'
import type { Database, Session, Value } from '../database/database.ts'
import { acrossAccounts, ofAccount } from '../database/statement.ts'
import { lockAccount } from './accounts.ts'
import { writeInPlace } from './in-place.ts'
import { present, type Row } from './rows.ts'

const WEBHOOK = `id, account_id AS "accountId", url, secret, former_secret AS "formerSecret",
  former_until AS "formerUntil", filter, with_blocks AS "withBlocks",
  created_at AS "createdAt", epoch, seq, part, due_at AS "dueAt", failing_since AS "failingSince", off_at AS "offAt",
  off_why AS "offWhy"`
const DELIVERY = `id, webhook_id AS "webhookId", seq, body, created_at AS "createdAt", state, attempts,
  last_at AS "lastAt", status, fault, took`
const HELD = 'account_id = $1 AND id = $2 AND holder = $3'

const COUNT = ofAccount('SELECT count(*) AS n FROM webhook WHERE account_id = $1')
const INSERT = ofAccount(
  `INSERT INTO webhook (account_id, id, url, secret, former_secret, former_until, filter, with_blocks, created_at,
     epoch, seq, part, due_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
)
const FIND = ofAccount(`SELECT ${WEBHOOK} FROM webhook WHERE account_id = $1 AND id = $2`)
const LIST = ofAccount(`SELECT ${WEBHOOK} FROM webhook WHERE account_id = $1 ORDER BY created_at, id`)
const UPDATE = ofAccount(
  'UPDATE webhook SET url = $3, filter = $4, with_blocks = $5 WHERE account_id = $1 AND id = $2',
)
const KEEP_FILTER = ofAccount(
  'UPDATE webhook SET filter = $4 WHERE account_id = $1 AND id = $2 AND filter = $3',
)
/** The failures belong to the old address, and so does an attempt that still runs: its holder can no longer note it. */
const CLEAR_FAILURES = ofAccount(
  `WITH moved AS (UPDATE webhook SET due_at = 0, failing_since = NULL, holder = NULL, held_until = 0
       WHERE account_id = $1 AND id = $2 AND url <> $3 RETURNING account_id, id)
   UPDATE webhook_delivery SET attempts = 0 FROM moved
   WHERE webhook_delivery.account_id = moved.account_id AND webhook_id = moved.id AND state = 'pending'`,
)
const RENEW = ofAccount(
  `UPDATE webhook SET former_secret = secret, secret = $3, former_until = $4 WHERE account_id = $1 AND id = $2
   RETURNING ${WEBHOOK}`,
)
const SWITCH_OFF = ofAccount(
  `UPDATE webhook SET off_at = $3, off_why = 'owner', failing_since = NULL
   WHERE account_id = $1 AND id = $2 AND off_at IS NULL`,
)
const DROP = ofAccount(
  "UPDATE webhook_delivery SET state = 'failed' WHERE account_id = $1 AND webhook_id = $2 AND state = 'pending'",
)
const SWITCH_ON = ofAccount(
  `UPDATE webhook SET off_at = NULL, off_why = NULL, failing_since = NULL, due_at = 0, epoch = $3, seq = $4, part = $5
   WHERE account_id = $1 AND id = $2 AND off_at IS NOT NULL`,
)
const REMOVE = ofAccount('DELETE FROM webhook WHERE account_id = $1 AND id = $2')
const REMOVE_DELIVERIES = ofAccount('DELETE FROM webhook_delivery WHERE account_id = $1 AND webhook_id = $2')
const DUE = acrossAccounts(
  'The sender of webhooks asks which accounts are due.',
  `SELECT DISTINCT account_id AS "accountId" FROM webhook JOIN account USING (account_id)
   WHERE off_at IS NULL AND due_at <= $1 AND moving IS NULL ORDER BY account_id`,
)
const HOLD = ofAccount(
  `UPDATE webhook SET holder = $3, held_until = $5
   WHERE account_id = $1 AND id = $2 AND (held_until <= $4 OR holder = $3)
     AND ($6 OR (off_at IS NULL AND due_at <= $4))
   RETURNING ${WEBHOOK}`,
)
const RELEASE = ofAccount(`UPDATE webhook SET holder = NULL, held_until = 0 WHERE ${HELD}`)
const EXTEND = ofAccount(`UPDATE webhook SET held_until = $4 WHERE ${HELD} AND ($5 OR off_at IS NULL)`)
const PENDING = ofAccount(
  `SELECT ${DELIVERY} FROM webhook_delivery WHERE account_id = $1 AND webhook_id = $2 AND state = 'pending'
   ORDER BY n LIMIT 1`,
)
const MOVE = ofAccount(`UPDATE webhook SET epoch = $4, seq = $5, part = $6 WHERE ${HELD} AND off_at IS NULL`)
const ADD = ofAccount(
  `INSERT INTO webhook_delivery (account_id, id, webhook_id, n, seq, body, created_at, state, attempts)
   SELECT $1, $2, $3, coalesce(max(n), 0) + 1, $4::bigint, $5, $6::bigint, $7, $8::bigint
   FROM webhook_delivery WHERE account_id = $1 AND webhook_id = $3`,
)
const FORGET = ofAccount(
  `DELETE FROM webhook_delivery WHERE account_id = $1 AND webhook_id = $2 AND n <=
     (SELECT max(n) - $3::bigint FROM webhook_delivery WHERE account_id = $1 AND webhook_id = $2)`,
)
const NOTE = ofAccount(
  `UPDATE webhook_delivery SET state = $3, attempts = $4, last_at = $5, status = $6, fault = $7, took = $8
   WHERE account_id = $1 AND id = $2`,
)
const TURN = ofAccount(
  `UPDATE webhook SET due_at = $4, failing_since = $5, off_at = $6::bigint,
     off_why = CASE WHEN $6::bigint IS NULL THEN NULL ELSE 'failed' END
   WHERE ${HELD} AND off_at IS NULL`,
)
const IS_HELD = ofAccount(`SELECT 1 FROM webhook WHERE ${HELD} FOR UPDATE`)
const DELIVERIES = ofAccount(
  `SELECT ${DELIVERY} FROM webhook_delivery WHERE account_id = $1 AND webhook_id = $2
   ORDER BY n DESC LIMIT $3 OFFSET $4`,
)
const COUNT_DELIVERIES = ofAccount(
  'SELECT count(*) AS n FROM webhook_delivery WHERE account_id = $1 AND webhook_id = $2',
)
const FIND_DELIVERY = ofAccount(`SELECT ${DELIVERY} FROM webhook_delivery WHERE account_id = $1 AND id = $2`)
const REMOVE_SOME = ofAccount('DELETE FROM webhook_delivery WHERE account_id = $1 AND id = ANY ($2)')

type FlatWebhook = Omit<Webhook, 'filter' | 'position'> & OutboxPosition & { readonly filter: string }

function toWebhook(row: Row): Webhook {
  const { filter, epoch, seq, part, ...rest } = present<FlatWebhook>(row)
  return { ...rest, filter: JSON.parse(filter) as WebhookFilter, position: { epoch, seq, part } }
}

type FlatDelivery = Omit<WebhookDelivery, 'last'> &
  Partial<Omit<DeliveryAttempt, 'at'>> & { readonly lastAt?: number }

function toDelivery(row: Row): WebhookDelivery {
  const { lastAt, status, fault, took, ...rest } = present<FlatDelivery>(row)
  if (lastAt === undefined) return rest
  const outcome = { ...(status !== undefined && { status }), ...(fault !== undefined && { fault }) }
  return { ...rest, last: { at: lastAt, ...outcome, took: took! } }
}

const keyOf = ({ accountId, id, holder }: Hold): Value[] => [accountId, id, holder]

/** Writes of webhooks inside a transaction, which plug-ins share. */
export const webhookRows = {
  /** @returns the number of webhooks of an account */
  count: async (session: Session, accountId: string): Promise<number> =>
    (await session.one<{ n: number }>(COUNT, [accountId]))!.n,
  insert: async (session: Session, webhook: Webhook): Promise<boolean> => {
    const { accountId, id, url, secret, formerSecret = null, formerUntil = null, ...rest } = webhook
    const { filter, withBlocks, createdAt, position, dueAt } = rest
    const { epoch, seq, part } = position
    const place = [createdAt, epoch, seq, part, dueAt]
    const values = [url, secret, formerSecret, formerUntil, JSON.stringify(filter), withBlocks, ...place]
    return (await session.write(INSERT, [accountId, id, ...values])) > 0
  },
  /**
   * Changes the address, the filter and the blocks. Another address begins without failures.
   * @returns false if there is no such webhook
   */
  update: async (session: Session, webhook: Webhook): Promise<boolean> => {
    const { accountId, id, url, filter, withBlocks } = webhook
    await session.write(CLEAR_FAILURES, [accountId, id, url])
    return (await session.write(UPDATE, [accountId, id, url, JSON.stringify(filter), withBlocks])) > 0
  },
  /** Deletes a webhook with its deliveries. @returns false if there is no such webhook */
  remove: async (session: Session, accountId: string, id: string): Promise<boolean> => {
    await session.write(REMOVE_DELIVERIES, [accountId, id])
    return (await session.write(REMOVE, [accountId, id])) > 0
  },
}

export function webhookStore(db: Database): WebhookStore {
  const write = async <T>(accountId: string, work: (session: Session) => Promise<T>): Promise<T> =>
    writeInPlace(db, accountId, work)
  return {
    create: async (webhook, most) =>
      db.transaction(async (session) => {
        const { accountId } = webhook
        if (!(await lockAccount(session, accountId))) return false
        if ((await webhookRows.count(session, accountId)) >= most) return false
        return webhookRows.insert(session, webhook)
      }),
    find: async (accountId, id) => {
      const row = await db.one<Row>(FIND, [accountId, id])
      return row && toWebhook(row)
    },
    list: async (accountId) => (await db.all<Row>(LIST, [accountId])).map(toWebhook),
    update: async (webhook) =>
      write(webhook.accountId, async (session) => webhookRows.update(session, webhook)),
    keepFilter: async (accountId, id, from, to) =>
      write(
        accountId,
        async (session) =>
          (await session.write(KEEP_FILTER, [accountId, id, JSON.stringify(from), JSON.stringify(to)])) > 0,
      ),
    renewSecret: async (accountId, id, secret, formerUntil) =>
      write(accountId, async (session) => {
        const row = await session.one<Row>(RENEW, [accountId, id, secret, formerUntil])
        return row && toWebhook(row)
      }),
    switchOff: async (accountId, id, at) =>
      write(accountId, async (session) => {
        await session.write(DROP, [accountId, id])
        return (await session.write(SWITCH_OFF, [accountId, id, at])) > 0
      }),
    switchOn: async (accountId, id, { epoch, seq, part }) =>
      write(
        accountId,
        async (session) => (await session.write(SWITCH_ON, [accountId, id, epoch, seq, part])) > 0,
      ),
    remove: async (accountId, id) =>
      write(accountId, async (session) => webhookRows.remove(session, accountId, id)),
    due: async (now) => (await db.all<{ accountId: string }>(DUE, [now])).map(({ accountId }) => accountId),
    hold: async (hold, { now, until }, isForced = false) =>
      write(hold.accountId, async (session) => {
        const row = await session.one<Row>(HOLD, [...keyOf(hold), now, until, isForced])
        return row && toWebhook(row)
      }),
    release: async (hold) => void (await db.write(RELEASE, keyOf(hold))),
    pending: async (accountId, id) => {
      const row = await db.one<Row>(PENDING, [accountId, id])
      return row && toDelivery(row)
    },
    prepare: async (hold, { epoch, seq, part }, delivery, most) =>
      write(hold.accountId, async (session) => {
        if ((await session.write(MOVE, [...keyOf(hold), epoch, seq, part])) === 0) return false
        if (!delivery) return true
        const { id, webhookId, seq: of, body, createdAt, state, attempts } = delivery
        await session.write(ADD, [hold.accountId, id, webhookId, of, body, createdAt, state, attempts])
        await session.write(FORGET, [hold.accountId, webhookId, most])
        return true
      }),
    extend: async (hold, until, isForced = false) =>
      write(
        hold.accountId,
        async (session) => (await session.write(EXTEND, [...keyOf(hold), until, isForced])) > 0,
      ),
    note: async (hold, { id, state, attempts, last }, turn) =>
      write(hold.accountId, async (session) => {
        if (!(await session.one(IS_HELD, keyOf(hold)))) return false
        const outcome = [last?.at ?? null, last?.status ?? null, last?.fault ?? null, last?.took ?? null]
        await session.write(NOTE, [hold.accountId, id, state, attempts, ...outcome])
        if (turn) {
          const { dueAt, failingSince = null, offAt = null } = turn
          await session.write(TURN, [...keyOf(hold), dueAt, failingSince, offAt])
        }
        return true
      }),
    deliveries: async (accountId, id, { limit, offset }) => {
      const [rows, counted] = await Promise.all([
        db.all<Row>(DELIVERIES, [accountId, id, limit, offset]),
        db.one<{ n: number }>(COUNT_DELIVERIES, [accountId, id]),
      ])
      return { deliveries: rows.map(toDelivery), total: counted!.n }
    },
    findDelivery: async (accountId, id) => {
      const row = await db.one<Row>(FIND_DELIVERY, [accountId, id])
      return row && toDelivery(row)
    },
    removeDeliveries: async (accountId, ids) =>
      write(accountId, async (session) => session.write(REMOVE_SOME, [accountId, ids])),
  }
}
