/**
 * Writes that wait for one another: another process has begun a transaction, and commits it once the write waits for its row.
 *
 * @module-tag postgres
 */
import { describePostgres } from '@notegraph/postgres-tests'
import {
  AccountMoving,
  type Account,
  type AppSecret,
  type ConnectedApp,
  type Webhook,
  type WebhookDelivery,
} from '@notegraph/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPostgres, type PostgresStore } from '../src/index.ts'
import { emptyTables } from './empty-store.ts'
import { runSql, withConnection } from './run-sql.ts'

const ADA: Account = { id: 'ada', plan: 'active', allowed: true, quota: 9, createdAt: 1 }
const APP: ConnectedApp = {
  id: 'a1',
  accountId: 'ada',
  clientId: 'c1',
  name: 'App',
  host: 'app.example',
  scope: 'read',
  createdAt: 1,
  expiresAt: 99,
}
const SECRET: AppSecret = { kind: 'refresh', hash: 'h1', appId: 'a1', payload: '{}', expiresAt: 99 }
const WEBHOOK: Webhook = {
  id: 'w1',
  accountId: 'ada',
  url: 'https://a.example',
  secret: 's',
  filter: {},
  withBlocks: false,
  createdAt: 1,
  position: { epoch: 1, seq: 1, part: 0 },
  dueAt: 0,
}
const DELIVERY: WebhookDelivery = {
  id: 'm1',
  webhookId: 'w1',
  seq: 1,
  body: '{}',
  createdAt: 1,
  state: 'pending',
  attempts: 0,
}
const WAITING =
  "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"

describePostgres('a write beside a transaction of another process', (database) => {
  let store: PostgresStore
  beforeEach(async () => {
    store = await openPostgres({ url: database.url })
    await emptyTables(database.url)
    await store.accounts.create(ADA)
  })
  afterEach(async () => store.close())

  /** @param sql the statements of the other transaction @returns how the write ended */
  const beside = async <T>(sql: string, write: () => Promise<T>): Promise<PromiseSettledResult<T>> =>
    withConnection(database.url, async (run) => {
      await run(`BEGIN; ${sql}`)
      let isOver = false
      const writing = Promise.allSettled([write()]).finally(() => (isOver = true))
      // A transaction sees the other sessions as they were at first, so another connection looks.
      const isWaiting = async () => (await runSql(database.url, WAITING)).length > 0
      await expect.poll(async () => isOver || (await isWaiting()), { interval: 1 }).toBe(true)
      await run('COMMIT')
      return (await writing)[0]
    })

  test('that begins to move the account is refused', async () => {
    const mark =
      "UPDATE account SET moving = 'leaving', move_id = 'm', move_place = 'p' WHERE account_id = 'ada'"
    const noted = await beside(mark, async () => store.looks.note('ada', 1))
    expect(noted).toMatchObject({ status: 'rejected', reason: expect.any(AccountMoving) })
    expect(await store.looks.last('ada')).toBeUndefined()
  })

  test('that takes the last place of a secret adds none', async () => {
    await store.connectedApps.create(APP, 9)
    const takes = `SELECT 1 FROM connected_app WHERE id = 'a1' FOR UPDATE;
      INSERT INTO app_secret (account_id, app_id, kind, hash, payload, expires_at) VALUES ('ada', 'a1', 'refresh', 'h2', '{}', 99)`
    const limit = { now: 1, most: 1, replaces: false }
    const added = await beside(takes, async () => store.connectedApps.addSecret(SECRET, limit))
    expect(added).toEqual({ status: 'fulfilled', value: false })
  })

  test('that takes a webhook away notes no attempt', async () => {
    await store.webhooks.create(WEBHOOK, 9)
    const hold = { accountId: 'ada', id: 'w1', holder: 'me' }
    await store.webhooks.hold(hold, { now: 1, until: 9 })
    await store.webhooks.prepare(hold, WEBHOOK.position, DELIVERY, 9)
    const failed: WebhookDelivery = { ...DELIVERY, attempts: 1, last: { at: 2, fault: 'x', took: 1 } }
    const moves =
      "UPDATE webhook SET url = 'https://b.example', holder = NULL, held_until = 0 WHERE id = 'w1'"
    const noted = await beside(moves, async () =>
      store.webhooks.note(hold, failed, { dueAt: 9, failingSince: 2 }),
    )
    expect(noted).toEqual({ status: 'fulfilled', value: false })
    expect(await store.webhooks.pending('ada', 'w1')).toEqual(DELIVERY)
  })
})
