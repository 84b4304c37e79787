/** Tests of webhooks for every driver. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Account, WebhookDelivery, Hold, Store, Webhook } from '../../src/index.ts'
import { T0 } from '../builder.ts'

const account: Account = { id: 'one', plan: 'active', allowed: true, quota: 100, createdAt: T0 }
const START = { epoch: 7, seq: 3, part: 0 }
const webhook: Webhook = {
  id: 'w1',
  accountId: 'one',
  url: 'https://hook.example/a',
  secret: 'whsec_aaaa',
  filter: { tag: 'work', by: { token: 't1' } },
  withBlocks: true,
  createdAt: T0,
  position: START,
  dueAt: 0,
}
const other: Webhook = { ...webhook, id: 'w2', accountId: 'two', filter: {}, withBlocks: false }
const mine: Hold = { accountId: 'one', id: 'w1', holder: 'me' }
const theirs: Hold = { ...mine, holder: 'they' }
const NOW = { now: T0, until: T0 + 20 }
const message: WebhookDelivery = {
  id: 'm1',
  webhookId: 'w1',
  seq: 4,
  body: '{"ü":1}',
  createdAt: T0,
  state: 'pending',
  attempts: 0,
}
const MOST = 100

/**
 * Test webhooks.
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   webhooksContract(async () => openMyStore())
 * })
 */
export function webhooksContract(open: () => Promise<Store>): void {
  let store: Store
  let webhooks: Store['webhooks']
  beforeEach(async () => {
    store = await open()
    webhooks = store.webhooks
    for (const id of ['one', 'two']) await store.accounts.create({ ...account, id })
    await webhooks.create(webhook, 10)
  })
  afterEach(() => store.close())

  const found = async () => (await webhooks.find('one', 'w1'))!
  const listed = async () => (await webhooks.deliveries('one', 'w1', { limit: 9, offset: 0 })).deliveries

  test('[V2] a webhook is stored, found by its account alone, changed and deleted', async () => {
    expect(await webhooks.create(other, 10)).toBe(true)
    expect([await found(), await webhooks.list('two')]).toEqual([webhook, [other]])
    expect(await webhooks.find('two', 'w1')).toBeUndefined()
    const changed: Webhook = {
      ...webhook,
      url: 'https://b.example',
      filter: {},
      withBlocks: false,
    }
    expect(await webhooks.update({ ...changed, accountId: 'two' })).toBe(false)
    expect(await webhooks.update({ ...changed, secret: 'whsec_other', position: { ...START, seq: 9 } })).toBe(
      true,
    )
    expect(await found()).toEqual(changed)
    expect([await webhooks.remove('two', 'w1'), await webhooks.remove('one', 'w1')]).toEqual([false, true])
    expect(await webhooks.list('one')).toEqual([])
  })

  test('[A10.3] a filter is replaced if it is still the same, and nothing else', async () => {
    const to = { ...webhook.filter, meant: { work: 'p1' } }
    expect(await webhooks.keepFilter('two', 'w1', webhook.filter, to)).toBe(false)
    expect(await webhooks.keepFilter('one', 'w1', to, to)).toBe(false)
    expect(await webhooks.keepFilter('one', 'w1', webhook.filter, to)).toBe(true)
    expect(await webhooks.keepFilter('one', 'w1', webhook.filter, {})).toBe(false)
    expect(await found()).toEqual({ ...webhook, filter: to })
  })

  test('[V2] a new secret keeps the one before until a time, for its own account alone', async () => {
    const renewed = { ...webhook, secret: 'whsec_bbbb', formerSecret: 'whsec_aaaa', formerUntil: T0 + 9 }
    expect(await webhooks.renewSecret('two', 'w1', 'whsec_bbbb', T0 + 9)).toBeUndefined()
    expect(await webhooks.renewSecret('one', 'w1', 'whsec_bbbb', T0 + 9)).toEqual(renewed)
    await webhooks.update(webhook)
    expect([await found(), await webhooks.list('one')]).toEqual([renewed, [renewed]])
    expect(await webhooks.hold(mine, NOW)).toEqual(renewed)
    const again = { ...renewed, secret: 'whsec_cccc', formerSecret: 'whsec_bbbb', formerUntil: T0 + 20 }
    expect(await webhooks.renewSecret('one', 'w1', 'whsec_cccc', T0 + 20)).toEqual(again)
  })

  test('[V2] an account has a limited number of webhooks', async () => {
    expect(await webhooks.create({ ...webhook, id: 'w3' }, 1)).toBe(false)
    expect(await webhooks.create({ ...webhook, id: 'w3', accountId: 'nobody' }, 9)).toBe(false)
    expect(await webhooks.create({ ...webhook, id: 'w3', createdAt: T0 - 1 }, 2)).toBe(true)
    expect((await webhooks.list('one')).map(({ id }) => id)).toEqual(['w3', 'w1'])
  })

  test('[V2] one process has a webhook at a time, until it gives it back or its time is over', async () => {
    expect(await webhooks.hold(mine, NOW)).toEqual(webhook)
    expect(await webhooks.hold(theirs, { now: T0 + 19, until: T0 + 40 }, true)).toBeUndefined()
    expect(await webhooks.extend(theirs, T0 + 90)).toBe(false)
    expect(await webhooks.extend(mine, T0 + 30)).toBe(true)
    expect(await webhooks.hold(theirs, { now: T0 + 20, until: T0 + 40 })).toBeUndefined()
    await webhooks.release(theirs)
    expect(await webhooks.hold(theirs, { now: T0 + 30, until: T0 + 50 })).toEqual(webhook)
    expect(await webhooks.prepare(mine, { ...START, seq: 4 }, message, MOST)).toBe(false)
    expect(await webhooks.note(mine, { ...message, state: 'delivered' })).toBe(false)
    await webhooks.release(theirs)
    expect(await webhooks.hold(mine, NOW)).toEqual(webhook)
  })

  test('[V2] one of many processes that ask at once gets a webhook', async () => {
    const holds = Array.from({ length: 8 }, (_, i) => webhooks.hold({ ...mine, holder: `h${i}` }, NOW))
    expect((await Promise.all(holds)).filter(Boolean)).toHaveLength(1)
  })

  test('[V2] a message waits until it is delivered, and the webhook has moved on with it', async () => {
    await webhooks.hold(mine, NOW)
    expect(await webhooks.pending('one', 'w1')).toBeUndefined()
    expect(await webhooks.prepare(mine, { ...START, seq: 4, part: 1 }, message, MOST)).toBe(true)
    expect(await webhooks.pending('one', 'w1')).toEqual(message)
    expect((await found()).position).toEqual({ ...START, seq: 4, part: 1 })
    const last = { at: T0 + 1, status: 500, fault: 'The receiver answered with 500.', took: 12 }
    const failed: WebhookDelivery = { ...message, attempts: 1, last }
    expect(await webhooks.note(mine, failed, { dueAt: T0 + 99, failingSince: T0 + 1 })).toBe(true)
    expect(await webhooks.pending('one', 'w1')).toEqual(failed)
    expect(await found()).toMatchObject({ dueAt: T0 + 99, failingSince: T0 + 1 })
    const done: WebhookDelivery = {
      ...failed,
      state: 'delivered',
      attempts: 2,
      last: { at: T0 + 9, status: 204, took: 3 },
    }
    expect(await webhooks.note(mine, done, { dueAt: 0 })).toBe(true)
    expect([await webhooks.pending('one', 'w1'), await listed()]).toEqual([undefined, [done]])
    expect(await found()).not.toHaveProperty('failingSince')
    expect(await webhooks.findDelivery('one', 'm1')).toEqual(done)
    expect(await webhooks.findDelivery('two', 'm1')).toBeUndefined()
  })

  test('[D9.10] a message is deleted, also one that waits, by its account alone', async () => {
    await webhooks.hold(mine, NOW)
    await webhooks.prepare(mine, START, message, MOST)
    expect(await webhooks.removeDeliveries('two', ['m1'])).toBe(0)
    expect(await webhooks.removeDeliveries('one', ['m1', 'none'])).toBe(1)
    expect([await webhooks.pending('one', 'w1'), await listed()]).toEqual([undefined, []])
    await webhooks.note(mine, { ...message, state: 'delivered' })
    expect(await listed()).toEqual([])
  })

  test('[V2] a corrected address begins without the failures of the old one', async () => {
    await webhooks.hold(mine, NOW)
    await webhooks.prepare(mine, START, message, MOST)
    const failed: WebhookDelivery = {
      ...message,
      attempts: 1,
      last: { at: T0, status: 500, fault: 'x', took: 1 },
    }
    const failing = { dueAt: T0 + 99, failingSince: T0 - 9 }
    await webhooks.note(mine, failed, failing)
    expect(await webhooks.update({ ...webhook, filter: {} })).toBe(true)
    expect(await found()).toEqual({ ...webhook, ...failing, filter: {} })
    expect(await webhooks.update({ ...webhook, url: 'https://b.example' })).toBe(true)
    expect(await found()).toEqual({ ...webhook, url: 'https://b.example' })
    // An attempt at the old address says nothing of the new one.
    expect(await webhooks.note(mine, { ...failed, attempts: 2 }, failing)).toBe(false)
    expect(await webhooks.hold(theirs, NOW)).toEqual({ ...webhook, url: 'https://b.example' })
    expect(await webhooks.pending('one', 'w1')).toEqual({ ...failed, attempts: 0 })
  })

  test('[V2] a webhook skips commits that it does not hear of', async () => {
    await webhooks.hold(mine, NOW)
    expect(await webhooks.prepare(mine, { ...START, seq: 8 }, undefined, MOST)).toBe(true)
    expect([(await found()).position.seq, await listed()]).toEqual([8, []])
  })

  test('[V2] the latest deliveries are kept, newest first', async () => {
    await webhooks.hold(mine, NOW)
    for (const n of [1, 2, 3, 4]) {
      const one: WebhookDelivery = { ...message, id: `m${n}` }
      await webhooks.prepare(mine, START, one, 3)
      await webhooks.note(mine, { ...one, state: 'delivered' })
    }
    const { deliveries, total } = await webhooks.deliveries('one', 'w1', { limit: 2, offset: 1 })
    expect([deliveries.map(({ id }) => id), total]).toEqual([['m3', 'm2'], 3])
  })

  test('[V2] accounts are due by the time of their webhooks, and only for those that are on', async () => {
    await webhooks.create({ ...other, dueAt: T0 + 5 }, 10)
    expect([await webhooks.due(T0), await webhooks.due(T0 + 5)]).toEqual([['one'], ['one', 'two']])
    expect(await webhooks.switchOff('one', 'w1', T0 + 6)).toBe(true)
    expect(await webhooks.switchOff('one', 'w1', T0 + 7)).toBe(false)
    expect(await webhooks.due(T0 + 9)).toEqual(['two'])
    expect(await found()).toMatchObject({ offAt: T0 + 6, offWhy: 'owner' })
    expect(await webhooks.hold(mine, NOW)).toBeUndefined()
    expect((await webhooks.hold(mine, NOW, true))?.id).toBe('w1')
    const from = { epoch: 8, seq: 20, part: 0 }
    expect([await webhooks.switchOn('one', 'w1', from), await webhooks.switchOn('one', 'w1', from)]).toEqual([
      true,
      false,
    ])
    expect(await found()).toEqual({ ...webhook, position: from })
  })

  test('[V2] failures switch a webhook off, and its waiting message is given up', async () => {
    await webhooks.hold(mine, NOW)
    await webhooks.prepare(mine, START, message, MOST)
    const last = { at: T0 + 1, fault: 'The receiver cannot be reached.', took: 1 }
    await webhooks.note(mine, { ...message, state: 'failed', attempts: 9, last }, { dueAt: 0, offAt: T0 + 1 })
    expect(await found()).toMatchObject({ offAt: T0 + 1, offWhy: 'failed' })
    expect([await webhooks.pending('one', 'w1'), await webhooks.extend(mine, T0 + 9)]).toEqual([
      undefined,
      false,
    ])
    expect(await webhooks.extend(mine, T0 + 9, true)).toBe(true)
  })

  test('[V2] the owner who switches a webhook off gives its waiting message up', async () => {
    await webhooks.hold(mine, NOW)
    await webhooks.prepare(mine, START, message, MOST)
    await webhooks.switchOff('one', 'w1', T0)
    expect((await listed()).map(({ state }) => state)).toEqual(['failed'])
    expect(await webhooks.prepare(mine, START, { ...message, id: 'm2' }, MOST)).toBe(false)
  })

  test('deleting a webhook or its account deletes its deliveries', async () => {
    await webhooks.hold(mine, NOW)
    await webhooks.prepare(mine, START, message, MOST)
    await webhooks.remove('one', 'w1')
    expect(await listed()).toEqual([])
    await webhooks.create(webhook, 10)
    await webhooks.hold(mine, NOW)
    await webhooks.prepare(mine, START, message, MOST)
    await store.accounts.remove('one')
    expect([await listed(), await webhooks.list('one'), await webhooks.due(T0)]).toEqual([[], [], []])
  })
}
