/** Webhooks and their deliveries. */
import { namesOf } from '../members.ts'
import {
  WEBHOOK,
  WEBHOOK_DELIVERY,
  type DeliveryAttempt,
  type OutboxPosition,
  type Webhook,
  type WebhookDelivery,
  type WebhookStore,
} from '../webhooks.ts'
import { reading, writing } from './rows.ts'
import { acrossAccounts, columns, countOf, insertInto, ofAccount, set, type Row } from './statement.ts'
import {
  all,
  alone,
  count,
  inPlace,
  one,
  together,
  written,
  wrote,
  type AccountSql,
  type Work,
} from './work.ts'

const MEMBERS = `accountId ${namesOf(WEBHOOK)}`
const COLUMNS = columns(MEMBERS)
const DELIVERY = columns(namesOf(WEBHOOK_DELIVERY))
const ONE = 'account_id = @accountId AND id = @id'
const HELD = `${ONE} AND holder = @holder`
const TO = 'account_id = @accountId AND webhook_id = @id'

const read = reading<Omit<Webhook, 'position'> & OutboxPosition>(WEBHOOK)
const write = writing(WEBHOOK)

function toWebhook(row: Row): Webhook {
  const { epoch, seq, part, ...rest } = read(row)
  return { ...rest, position: { epoch, seq, part } }
}
const fromWebhook = (webhook: Webhook): Row => write({ ...webhook, ...webhook.position })

function toDelivery(row: Row): WebhookDelivery {
  const { lastAt, status, fault, took, ...rest } = row as unknown as Omit<WebhookDelivery, 'last'> &
    Partial<Omit<DeliveryAttempt, 'at'>> & { readonly lastAt?: number }
  if (lastAt === undefined) return rest
  const outcome = { ...(status !== undefined && { status }), ...(fault !== undefined && { fault }) }
  return { ...rest, last: { at: lastAt, ...outcome, took: took! } }
}

const COUNT = countOf('webhook WHERE account_id = @accountId')
const INSERT = ofAccount(insertInto('webhook', MEMBERS))
const FIND = ofAccount(`SELECT ${COLUMNS} FROM webhook WHERE ${ONE}`, toWebhook)
const LIST = ofAccount(
  `SELECT ${COLUMNS} FROM webhook WHERE account_id = @accountId ORDER BY created_at, id`,
  toWebhook,
)
const UPDATE = ofAccount(`UPDATE webhook SET ${set('url filter withBlocks')} WHERE ${ONE}`)
const KEEP_FILTER = ofAccount(`UPDATE webhook SET filter = @to WHERE ${ONE} AND filter = @from`)
/** The failures belong to the old address, and so does an attempt that still runs: its holder can no longer note it. */
const CLEAR_FAILURES = ofAccount(
  `UPDATE webhook SET due_at = 0, failing_since = NULL, holder = NULL, held_until = 0 WHERE ${ONE} AND url <> @url`,
)
const CLEAR_ATTEMPTS = ofAccount(`UPDATE webhook_delivery SET attempts = 0 WHERE ${TO} AND state = 'pending'`)
const RENEW = ofAccount(
  `UPDATE webhook SET former_secret = secret, secret = @secret, former_until = @formerUntil WHERE ${ONE}
   RETURNING ${COLUMNS}`,
  toWebhook,
)
const SWITCH_OFF = ofAccount(
  `UPDATE webhook SET off_at = @at, off_why = 'owner', failing_since = NULL WHERE ${ONE} AND off_at IS NULL`,
)
const DROP = ofAccount(`UPDATE webhook_delivery SET state = 'failed' WHERE ${TO} AND state = 'pending'`)
const SWITCH_ON = ofAccount(
  `UPDATE webhook SET off_at = NULL, off_why = NULL, failing_since = NULL, due_at = 0, ${set('epoch seq part')}
   WHERE ${ONE} AND off_at IS NOT NULL`,
)
const REMOVE = ofAccount(`DELETE FROM webhook WHERE ${ONE}`)
const REMOVE_DELIVERIES = ofAccount(`DELETE FROM webhook_delivery WHERE ${TO}`)
const DUE = acrossAccounts<{ readonly accountId: string }>(
  'The sender of webhooks asks which accounts are due.',
  `SELECT DISTINCT webhook.account_id AS "accountId" FROM webhook JOIN account ON account.account_id = webhook.account_id
   WHERE off_at IS NULL AND due_at <= @now AND moving IS NULL ORDER BY webhook.account_id`,
)
const HOLD = ofAccount(
  `UPDATE webhook SET holder = @holder, held_until = @until
   WHERE ${ONE} AND (held_until <= @now OR holder = @holder) AND (@isForced OR (off_at IS NULL AND due_at <= @now))
   RETURNING ${COLUMNS}`,
  toWebhook,
)
const RELEASE = ofAccount(`UPDATE webhook SET holder = NULL, held_until = 0 WHERE ${HELD}`)
const EXTEND = ofAccount(
  `UPDATE webhook SET held_until = @until WHERE ${HELD} AND (@isForced OR off_at IS NULL)`,
)
const PENDING = ofAccount(
  `SELECT ${DELIVERY} FROM webhook_delivery WHERE ${TO} AND state = 'pending' ORDER BY n LIMIT 1`,
  toDelivery,
)
const MOVE = ofAccount(`UPDATE webhook SET ${set('epoch seq part')} WHERE ${HELD} AND off_at IS NULL`)
const LAST = ofAccount<{ readonly n: number }>(
  `SELECT coalesce(max(n), 0) AS n FROM webhook_delivery WHERE ${TO}`,
)
const ADD = ofAccount(insertInto('webhook_delivery', `accountId n ${namesOf(WEBHOOK_DELIVERY)}`))
const FORGET = ofAccount(`DELETE FROM webhook_delivery WHERE ${TO} AND n <= @last`)
const NOTE = ofAccount(
  `UPDATE webhook_delivery SET ${set('state attempts lastAt? status? fault? took?')} WHERE ${ONE}`,
)
const TURN = ofAccount(
  `UPDATE webhook SET ${set('dueAt failingSince? offAt? offWhy?')} WHERE ${HELD} AND off_at IS NULL`,
)
const IS_HELD = ofAccount(`SELECT 1 AS one FROM webhook WHERE ${HELD} FOR UPDATE`)
const DELIVERIES = ofAccount(
  `SELECT ${DELIVERY} FROM webhook_delivery WHERE ${TO} ORDER BY n DESC LIMIT @limit OFFSET @offset`,
  toDelivery,
)
const COUNT_DELIVERIES = countOf(`webhook_delivery WHERE ${TO}`)
const FIND_DELIVERY = ofAccount(`SELECT ${DELIVERY} FROM webhook_delivery WHERE ${ONE}`, toDelivery)
const REMOVE_SOME = ofAccount(
  'DELETE FROM webhook_delivery WHERE account_id = @accountId AND id = ANY (@ids)',
)

/** Writes of webhooks inside a transaction, which plug-ins share. */
export const webhookRows = {
  /** @returns the number of webhooks of an account */
  count: (accountId: string): Work<number> => count(COUNT, { accountId }),
  insert: (webhook: Webhook): Work<boolean> => wrote(INSERT, fromWebhook(webhook)),
  /**
   * Changes the address, the filter and the blocks. Another address begins without failures.
   * @returns false if there is no such webhook
   */
  *update(webhook: Webhook): Work<boolean> {
    if (yield* wrote(CLEAR_FAILURES, webhook)) yield* written(CLEAR_ATTEMPTS, webhook)
    return yield* wrote(UPDATE, fromWebhook(webhook))
  },
  /** Deletes a webhook with its deliveries. @returns false if there is no such webhook */
  *remove(accountId: string, id: string): Work<boolean> {
    yield* written(REMOVE_DELIVERIES, { accountId, id })
    return yield* wrote(REMOVE, { accountId, id })
  },
}

/**
 * A power cut may take who holds a webhook and how an attempt ended. It ends the holder too, and the message is sent again
 * with the same id. A new message needs a sync, because nothing else knows its id.
 */
const HOLDING = { isBrief: true }

export const webhookStore = (db: AccountSql): WebhookStore => ({
  create: async (webhook, most) =>
    alone(db, webhook.accountId, false, function* () {
      return (yield* webhookRows.count(webhook.accountId)) < most && (yield* webhookRows.insert(webhook))
    }),
  find: async (accountId, id) => db.run(one(FIND, { accountId, id })),
  list: async (accountId) => db.run(all(LIST, { accountId })),
  update: async (webhook) => inPlace(db, webhook.accountId, () => webhookRows.update(webhook)),
  keepFilter: async (accountId, id, from, to) =>
    inPlace(db, accountId, () =>
      wrote(KEEP_FILTER, { accountId, id, from: JSON.stringify(from), to: JSON.stringify(to) }),
    ),
  renewSecret: async (accountId, id, secret, formerUntil) =>
    inPlace(db, accountId, () => one(RENEW, { accountId, id, secret, formerUntil })),
  switchOff: async (accountId, id, at) =>
    inPlace(db, accountId, function* () {
      yield* written(DROP, { accountId, id })
      return yield* wrote(SWITCH_OFF, { accountId, id, at })
    }),
  switchOn: async (accountId, id, from) =>
    inPlace(db, accountId, () => wrote(SWITCH_ON, { accountId, id, ...from })),
  remove: async (accountId, id) => inPlace(db, accountId, () => webhookRows.remove(accountId, id)),
  due: async (now) => (await db.run(all(DUE, { now }))).map(({ accountId }) => accountId),
  hold: async (hold, times, isForced = false) =>
    inPlace(db, hold.accountId, () => one(HOLD, { ...hold, ...times, isForced }), HOLDING),
  release: async (hold) => void (await db.run(written(RELEASE, hold), true)),
  pending: async (accountId, id) => db.run(one(PENDING, { accountId, id })),
  prepare: async (hold, position, delivery, most) =>
    inPlace(db, hold.accountId, function* () {
      const isMoved = yield* wrote(MOVE, { ...hold, ...position })
      if (!isMoved || !delivery) return isMoved
      const n = (yield* count(LAST, hold)) + 1
      const add = written(ADD, { ...delivery, accountId: hold.accountId, n })
      yield* together(add, written(FORGET, { ...hold, last: n - most }))
      return true
    }),
  extend: async (hold, until, isForced = false) =>
    inPlace(db, hold.accountId, () => wrote(EXTEND, { ...hold, until, isForced }), HOLDING),
  note: async (hold, { id, state, attempts, last }, turn) =>
    inPlace(
      db,
      hold.accountId,
      function* () {
        if (!(yield* one(IS_HELD, hold))) return false
        const { accountId } = hold
        yield* written(NOTE, { accountId, id, state, attempts, ...last, lastAt: last?.at })
        if (turn) {
          const offWhy = turn.offAt === undefined ? undefined : 'failed'
          yield* written(TURN, { ...hold, ...turn, offWhy })
        }
        return true
      },
      HOLDING,
    ),
  deliveries: async (accountId, id, window) => {
    const [deliveries, total] = await db.run(
      together<[WebhookDelivery[], number]>(
        all(DELIVERIES, { accountId, id, ...window }),
        count(COUNT_DELIVERIES, { accountId, id }),
      ),
    )
    return { deliveries, total }
  },
  findDelivery: async (accountId, id) => db.run(one(FIND_DELIVERY, { accountId, id })),
  removeDeliveries: async (accountId, ids) => {
    const removed = await inPlace(db, accountId, () => written(REMOVE_SOME, { accountId, ids }))
    db.scrub('log')
    return removed
  },
})
