/** Webhooks and their deliveries, in the database of accounts. */
import type {
  WebhookDelivery,
  DeliveryAttempt,
  Hold,
  OutboxPosition,
  Webhook,
  WebhookFilter,
  WebhookStore,
} from '../../webhooks.ts'
import { present, type Row } from './account-rows.ts'
import { GIVEN, withoutSync, type Db } from '../database/database.ts'
import { inPlace } from './in-place.ts'

const WEBHOOK = `id, account_id AS accountId, url, secret, former_secret AS formerSecret,
  former_until AS formerUntil, filter, with_blocks AS withBlocks, created_at AS createdAt,
  epoch, seq, part, due_at AS dueAt, failing_since AS failingSince, off_at AS offAt, off_why AS offWhy`
const DELIVERY = `id, webhook_id AS webhookId, seq, body, created_at AS createdAt, state, attempts, last_at AS lastAt,
  status, fault, took`
const HELD = 'account_id = @accountId AND id = @id AND holder = @holder'

type FlatWebhook = Omit<Webhook, 'filter' | 'withBlocks' | 'position'> &
  OutboxPosition & { readonly filter: string; readonly withBlocks: number }

function toWebhook(row: Row): Webhook {
  const { filter, withBlocks, epoch, seq, part, ...rest } = present<FlatWebhook>(row)
  return {
    ...rest,
    filter: JSON.parse(filter) as WebhookFilter,
    withBlocks: withBlocks === 1,
    position: { epoch, seq, part },
  }
}

const fromWebhook = ({ filter, withBlocks, position, ...rest }: Webhook): Row => ({
  formerSecret: null,
  formerUntil: null,
  failingSince: null,
  offAt: null,
  offWhy: null,
  ...rest,
  ...position,
  filter: JSON.stringify(filter),
  withBlocks: withBlocks ? 1 : 0,
})

type FlatDelivery = Omit<WebhookDelivery, 'last'> &
  Partial<Omit<DeliveryAttempt, 'at'>> & { readonly lastAt?: number }

function toDelivery(row: Row): WebhookDelivery {
  const { lastAt, status, fault, took, ...rest } = present<FlatDelivery>(row)
  if (lastAt === undefined) return rest
  const outcome = { ...(status !== undefined && { status }), ...(fault !== undefined && { fault }) }
  return { ...rest, last: { at: lastAt, ...outcome, took: took! } }
}

const fromDelivery = ({ last, ...rest }: WebhookDelivery): Row => ({
  ...rest,
  lastAt: last?.at ?? null,
  status: last?.status ?? null,
  fault: last?.fault ?? null,
  took: last?.took ?? null,
})

/** Writes of webhooks inside a transaction, which plug-ins share. */
export interface WebhookRows {
  /** The number of webhooks of an account. */
  count(accountId: string): number
  insert(webhook: Webhook): void
  /**
   * Changes the address, the filter and the blocks. Another address begins without failures.
   * @returns false if there is no such webhook
   */
  update(webhook: Webhook): boolean
  /** Deletes a webhook with its deliveries. @returns false if there is no such webhook */
  remove(accountId: string, id: string): boolean
}

export function webhookRows(db: Db): WebhookRows {
  const count = db.prepare<[string], number>('SELECT count(*) FROM webhook WHERE account_id = ?').pluck()
  const insert = db.prepare(
    `INSERT INTO webhook (id, account_id, url, secret, former_secret, former_until, filter, with_blocks, created_at,
       epoch, seq, part, due_at)
     VALUES (@id, @accountId, @url, @secret, @formerSecret, @formerUntil, @filter, @withBlocks, @createdAt,
       @epoch, @seq, @part, @dueAt)`,
  )
  const update = db.prepare(
    `UPDATE webhook SET url = @url, filter = @filter, with_blocks = @withBlocks
     WHERE account_id = @accountId AND id = @id`,
  )
  /** The failures belong to the old address, and so does an attempt that still runs: its holder can no longer note it. */
  const clearFailures = db.prepare(
    `UPDATE webhook SET due_at = 0, failing_since = NULL, holder = NULL, held_until = 0
     WHERE account_id = @accountId AND id = @id AND url <> @url`,
  )
  const clearAttempts = db.prepare(
    `UPDATE webhook_delivery SET attempts = 0 WHERE account_id = @accountId AND webhook_id = @id AND state = 'pending'`,
  )
  const remove = db.prepare<[string, string]>('DELETE FROM webhook WHERE account_id = ? AND id = ?')
  const removeDeliveries = db.prepare<[string, string]>(
    'DELETE FROM webhook_delivery WHERE account_id = ? AND webhook_id = ?',
  )
  return {
    count: (accountId) => count.get(accountId)!,
    insert: (webhook) => void insert.run(fromWebhook(webhook)),
    update: (webhook) => {
      const row = fromWebhook(webhook)
      if (clearFailures.run(row).changes > 0) clearAttempts.run(row)
      return update.run(row).changes > 0
    },
    remove: (accountId, id) => {
      removeDeliveries.run(accountId, id)
      return remove.run(accountId, id).changes > 0
    },
  }
}

export function webhookStore(db: Db): WebhookStore {
  const place = inPlace(db)
  const rows = webhookRows(db)
  const hasAccount = db.prepare('SELECT 1 FROM account WHERE id = ?')
  const find = db.prepare<[string, string], Row>(
    `SELECT ${WEBHOOK} FROM webhook WHERE account_id = ? AND id = ?`,
  )
  const list = db.prepare<[string], Row>(
    `SELECT ${WEBHOOK} FROM webhook WHERE account_id = ${GIVEN} ORDER BY created_at, id`,
  )
  const keepFilter = db.prepare<[string, string, string, string]>(
    'UPDATE webhook SET filter = ? WHERE id = ? AND account_id = ? AND filter = ?',
  )
  const renew = db.prepare<[string, number, string, string], Row>(
    `UPDATE webhook SET former_secret = secret, secret = ?, former_until = ? WHERE account_id = ? AND id = ?
     RETURNING ${WEBHOOK}`,
  )
  const switchOff = db.prepare<[number, string, string]>(
    `UPDATE webhook SET off_at = ?, off_why = 'owner', failing_since = NULL
     WHERE account_id = ? AND id = ? AND off_at IS NULL`,
  )
  const drop = db.prepare<[string, string]>(
    "UPDATE webhook_delivery SET state = 'failed' WHERE account_id = ? AND webhook_id = ? AND state = 'pending'",
  )
  const switchOn = db.prepare(
    `UPDATE webhook SET off_at = NULL, off_why = NULL, failing_since = NULL, due_at = 0, epoch = @epoch, seq = @seq,
       part = @part
     WHERE account_id = @accountId AND id = @id AND off_at IS NOT NULL`,
  )
  const due = db
    .prepare<[number], string>(
      `SELECT DISTINCT account_id FROM webhook JOIN account ON account.id = account_id
       WHERE off_at IS NULL AND due_at <= ? AND moving IS NULL ORDER BY account_id`,
    )
    .pluck()
  const hold = db.prepare<[Hold & { now: number; until: number; forced: 0 | 1 }], Row>(
    `UPDATE webhook SET holder = @holder, held_until = @until
     WHERE account_id = @accountId AND id = @id AND (held_until <= @now OR holder = @holder)
       AND (@forced = 1 OR (off_at IS NULL AND due_at <= @now))
     RETURNING ${WEBHOOK}`,
  )
  const release = db.prepare<[Hold]>(`UPDATE webhook SET holder = NULL, held_until = 0 WHERE ${HELD}`)
  const extend = db.prepare<[Hold & { until: number; forced: 0 | 1 }]>(
    `UPDATE webhook SET held_until = @until WHERE ${HELD} AND (@forced = 1 OR off_at IS NULL)`,
  )
  const pending = db.prepare<[string, string], Row>(
    `SELECT ${DELIVERY} FROM webhook_delivery WHERE account_id = ? AND webhook_id = ? AND state = 'pending' ORDER BY n`,
  )
  const move = db.prepare<[Hold & OutboxPosition]>(
    `UPDATE webhook SET epoch = @epoch, seq = @seq, part = @part WHERE ${HELD} AND off_at IS NULL`,
  )
  const last = db
    .prepare<[string, string], number>(
      'SELECT coalesce(max(n), 0) FROM webhook_delivery WHERE account_id = ? AND webhook_id = ?',
    )
    .pluck()
  const add = db.prepare(
    `INSERT INTO webhook_delivery (id, account_id, webhook_id, n, seq, body, created_at, state, attempts)
     VALUES (@id, @accountId, @webhookId, @n, @seq, @body, @createdAt, @state, @attempts)`,
  )
  const forget = db.prepare<[string, string, number]>(
    'DELETE FROM webhook_delivery WHERE account_id = ? AND webhook_id = ? AND n <= ?',
  )
  const note = db.prepare(
    `UPDATE webhook_delivery SET state = @state, attempts = @attempts, last_at = @lastAt, status = @status,
       fault = @fault, took = @took
     WHERE account_id = @accountId AND id = @id`,
  )
  const turned = db.prepare(
    `UPDATE webhook SET due_at = @dueAt, failing_since = @failingSince, off_at = @offAt,
       off_why = iif(@offAt IS NULL, NULL, 'failed')
     WHERE ${HELD} AND off_at IS NULL`,
  )
  const isHeld = db.prepare<[Hold]>(`SELECT 1 FROM webhook WHERE ${HELD}`)
  const deliveries = db.prepare<[string, string, number, number], Row>(
    `SELECT ${DELIVERY} FROM webhook_delivery WHERE account_id = ? AND webhook_id = ?
     ORDER BY n DESC LIMIT +? OFFSET +?`,
  )
  const countDeliveries = db
    .prepare<[string, string], number>(
      'SELECT count(*) FROM webhook_delivery WHERE account_id = ? AND webhook_id = ?',
    )
    .pluck()
  const findDelivery = db.prepare<[string, string], Row>(
    `SELECT ${DELIVERY} FROM webhook_delivery WHERE account_id = ? AND id = ?`,
  )
  const removeDeliveries = db.prepare<[string, string]>(
    'DELETE FROM webhook_delivery WHERE account_id = ? AND id IN (SELECT value FROM json_each(?))',
  )
  const create = db.transaction((webhook: Webhook, most: number): boolean => {
    const { accountId } = webhook
    if (!hasAccount.get(accountId)) return false
    place.check(accountId)
    if (rows.count(accountId) >= most) return false
    rows.insert(webhook)
    return true
  })
  const write = <T>({ accountId }: Pick<Hold, 'accountId'>, run: () => T) => place.write(accountId, run)
  /**
   * A power cut may take who holds a webhook and how an attempt ended. It ends the holder too, and the message is sent
   * again with the same id. A new message needs a sync, because nothing else knows its id.
   */
  const writeInHold = <T>(given: Hold, run: () => T) => withoutSync(db, () => write(given, run))
  return {
    create: async (webhook, most) => create.immediate(webhook, most),
    find: async (accountId, id) => {
      const row = find.get(accountId, id)
      return row && toWebhook(row)
    },
    list: async (accountId) => list.all(accountId).map(toWebhook),
    update: async (webhook) => write(webhook, () => rows.update(webhook)),
    keepFilter: async (accountId, id, from, to) =>
      place.write(
        accountId,
        () => keepFilter.run(JSON.stringify(to), id, accountId, JSON.stringify(from)).changes > 0,
      ),
    renewSecret: async (accountId, id, secret, formerUntil) =>
      write({ accountId }, () => {
        const row = renew.get(secret, formerUntil, accountId, id)
        return row && toWebhook(row)
      }),
    switchOff: async (accountId, id, at) =>
      write({ accountId }, () => {
        drop.run(accountId, id)
        return switchOff.run(at, accountId, id).changes > 0
      }),
    switchOn: async (accountId, id, from) =>
      write({ accountId }, () => switchOn.run({ accountId, id, ...from }).changes > 0),
    remove: async (accountId, id) => write({ accountId }, () => rows.remove(accountId, id)),
    due: async (now) => due.all(now),
    hold: async (given, times, isForced = false) =>
      writeInHold(given, () => {
        const row = hold.get({ ...given, ...times, forced: isForced ? 1 : 0 })
        return row && toWebhook(row)
      }),
    release: async (given) => void withoutSync(db, () => release.run(given)),
    pending: async (accountId, id) => {
      const row = pending.get(accountId, id)
      return row && toDelivery(row)
    },
    prepare: async (given, position, delivery, most) =>
      write(given, () => {
        if (move.run({ ...given, ...position }).changes === 0) return false
        if (!delivery) return true
        const { accountId, id } = given
        const n = last.get(accountId, id)! + 1
        add.run({ ...fromDelivery(delivery), accountId, n })
        forget.run(accountId, id, n - most)
        return true
      }),
    extend: async (given, until, isForced = false) =>
      writeInHold(given, () => extend.run({ ...given, until, forced: isForced ? 1 : 0 }).changes > 0),
    note: async (given, delivery, turn) =>
      writeInHold(given, () => {
        if (!isHeld.get(given)) return false
        note.run({ ...fromDelivery(delivery), accountId: given.accountId })
        if (turn) turned.run({ failingSince: null, offAt: null, ...given, ...turn })
        return true
      }),
    deliveries: async (accountId, id, { limit, offset }) => ({
      deliveries: deliveries.all(accountId, id, limit, offset).map(toDelivery),
      total: countDeliveries.get(accountId, id)!,
    }),
    findDelivery: async (accountId, id) => {
      const row = findDelivery.get(accountId, id)
      return row && toDelivery(row)
    },
    removeDeliveries: async (accountId, ids) => {
      const removed = write({ accountId }, () => removeDeliveries.run(accountId, JSON.stringify(ids)).changes)
      db.pragma('wal_checkpoint(TRUNCATE)') // the log has the words
      return removed
    },
  }
}
