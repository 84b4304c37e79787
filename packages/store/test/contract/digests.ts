/** Tests of daily digests for every driver. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Account, DigestWay, Store } from '../../src/index.ts'
import { T0 } from '../builder.ts'

const account: Account = { id: 'one', plan: 'active', allowed: true, quota: 100, createdAt: T0 }
const email: DigestWay = {
  id: 'e1',
  accountId: 'one',
  kind: 'email',
  address: 'ada@example.org',
  createdAt: T0,
  version: 0,
  confirmHash: 'hash',
  confirmUntil: T0 + 9,
  endKey: 'end of e1',
  dueAt: T0 + 5,
  reportedUntil: T0,
  attempts: 0,
}
const { confirmHash: _, confirmUntil: __, ...rest } = email
const confirmed: DigestWay = { ...rest, confirmedAt: T0 + 1 }
const push: DigestWay = {
  ...confirmed,
  id: 'p1',
  kind: 'push',
  address: 'https://push.example/ü',
  name: 'Firefox',
  browserKeys: { p256dh: 'pp', auth: 'aa' },
  createdAt: T0 + 1,
  endKey: 'end of p1',
}

/**
 * Test digests.
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   digestsContract(async () => openMyStore())
 * })
 */
export function digestsContract(open: () => Promise<Store>): void {
  let store: Store
  let digests: Store['digests']
  beforeEach(async () => {
    store = await open()
    digests = store.digests
    for (const id of ['one', 'two']) await store.accounts.create({ ...account, id })
  })
  afterEach(() => store.close())

  const ids = async (now: number, most = 9) => (await digests.due(now, most)).map(({ id }) => id)

  test('[V3] the settings of an account are stored, and its zone with them', async () => {
    expect(await digests.find('one')).toBeUndefined()
    await digests.save({ accountId: 'one', isOn: false, hour: 23 }, 'Asia/Tokyo')
    await digests.save({ accountId: 'one', isOn: true, hour: 6 })
    expect(await digests.find('one')).toEqual({ accountId: 'one', isOn: true, hour: 6 })
    expect([await digests.find('two'), (await store.accounts.find('one'))?.zone]).toEqual([
      undefined,
      'Asia/Tokyo',
    ])
  })

  test('[V3] the first push keys of an account stay', async () => {
    const keys = [1, 2, 3].map((n) => ({ publicKey: `public ${n}`, privateKey: `private ${n}` }))
    expect(await digests.pushKeys('one')).toBeUndefined()
    const kept = await Promise.all(keys.map(async (one) => digests.keepPushKeys('one', one)))
    expect(keys).toContainEqual(kept[0])
    expect(kept).toEqual([kept[0], kept[0], kept[0]])
    expect([await digests.pushKeys('one'), await digests.pushKeys('two')]).toEqual([kept[0], undefined])
  })

  test('[V3] e-mails are counted for each key or for none, and forgotten after a time', async () => {
    const take = async (now: number, ...keys: string[]) =>
      store.digests.takeMail(
        keys.map((key) => ({ key, most: 2 })),
        now,
        now - 10,
      )
    expect(await take(T0, 'a', 'b')).toBeUndefined()
    expect(await take(T0 + 1, 'a')).toBeUndefined()
    expect(await take(T0 + 2, 'b', 'a')).toEqual({ index: 1, oldest: T0 })
    const both = await Promise.all([take(T0 + 3, 'b'), take(T0 + 3, 'b')])
    expect(both.filter((full) => full === undefined)).toHaveLength(1)
    expect(await take(T0 + 9, 'a')).toEqual({ index: 0, oldest: T0 })
    expect(await take(T0 + 10, 'a')).toBeUndefined()
  })

  test('[V3] ways are stored, oldest first, found by their secrets, and deleted', async () => {
    expect(await digests.addWay(push, 9)).toBe(true)
    expect(await digests.addWay(email, 9)).toBe(true)
    expect([await digests.ways('one'), await digests.ways('two')]).toEqual([[email, push], []])
    expect(await digests.findByConfirmHash('hash')).toEqual(email)
    expect(await digests.findByEndKey('end of p1')).toEqual(push)
    expect([await digests.findByEndKey('hash'), await digests.findByEndKey('\0')]).toEqual([
      undefined,
      undefined,
    ])
    expect([await digests.removeWay('two', 'p1'), await digests.removeWay('one', 'p1')]).toEqual([
      false,
      true,
    ])
    expect(await digests.ways('one')).toEqual([email])
  })

  test('[V3] an account has one e-mail address, and a limited number of browsers', async () => {
    await digests.addWay(email, 1)
    expect(await digests.addWay({ ...email, id: 'e2', address: 'b@example.org', endKey: 'e2' }, 1)).toBe(true)
    expect(await digests.addWay(push, 2)).toBe(true)
    expect(await digests.addWay({ ...push, id: 'p2', endKey: 'p2' }, 2)).toBe(true)
    expect((await digests.ways('one')).map(({ id }) => id)).toEqual(['e2', 'p2'])
    const others = ['p3', 'p4'].map((id) => ({ ...push, id, endKey: id, address: id }))
    expect([await digests.addWay(others[0]!, 2), await digests.addWay(others[1]!, 2)]).toEqual([true, false])
    expect(await digests.addWay({ ...push, accountId: 'nobody', endKey: 'n' }, 2)).toBe(false)
  })

  test('[V3] an update that has not seen the latest one changes nothing', async () => {
    await digests.addWay(email, 1)
    const failed: DigestWay = {
      ...confirmed,
      day: 20261120,
      dueAt: T0 + 99,
      sentAt: T0 + 2,
      attempts: 2,
      failingSince: T0 + 3,
      fault: 'The server says no.',
      offAt: T0 + 4,
      offWhy: 'failed',
    }
    expect(await digests.updateWay(failed)).toBe(true)
    expect(await digests.updateWay({ ...failed, fault: 'Another.' })).toBe(false)
    expect(await digests.ways('one')).toEqual([{ ...failed, version: 1 }])
    expect(await digests.findByConfirmHash('hash')).toBeUndefined()
    expect(await digests.updateWay({ ...confirmed, version: 1 })).toBe(true)
    expect(await digests.ways('one')).toEqual([{ ...confirmed, version: 2 }])
  })

  test('[V3] one of many processes that take a digest at once gets it', async () => {
    await digests.addWay(push, 1)
    const taken = Array.from({ length: 8 }, (_one, i) => digests.updateWay({ ...push, dueAt: T0 + 100 + i }))
    expect((await Promise.all(taken)).filter(Boolean)).toHaveLength(1)
  })

  test('[V3] confirmed ways that are on are due, the longest due first', async () => {
    await digests.addWay(email, 9)
    await digests.addWay({ ...push, dueAt: T0 + 4 }, 9)
    await digests.addWay({ ...confirmed, id: 'e2', accountId: 'two', endKey: 'e2' }, 9)
    expect([await ids(T0 + 3), await ids(T0 + 4), await ids(T0 + 5)]).toEqual([[], ['p1'], ['p1', 'e2']])
    expect(await ids(T0 + 5, 1)).toEqual(['p1'])
    await digests.save({ accountId: 'two', isOn: false, hour: 7 })
    expect(await ids(T0 + 5)).toEqual(['p1'])
    await digests.updateWay({ ...push, offAt: T0, offWhy: 'ended' })
    expect(await ids(T0 + 5)).toEqual([])
    await digests.save({ accountId: 'two', isOn: true, hour: 7 })
    expect(await ids(T0 + 5)).toEqual(['e2'])
  })

  test('deleting an account deletes its digest', async () => {
    await digests.save({ accountId: 'one', isOn: true, hour: 6 })
    await digests.keepPushKeys('one', { publicKey: 'a', privateKey: 'b' })
    await digests.addWay(push, 9)
    await store.accounts.remove('one')
    expect([await digests.find('one'), await digests.pushKeys('one'), await digests.ways('one')]).toEqual([
      undefined,
      undefined,
      [],
    ])
  })
}
