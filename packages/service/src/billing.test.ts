/** @module-tag both-stores */
import { randomBytes } from 'node:crypto'
import type { BillingMessage } from '@notegraph/contract'
import { memoryBlobs, type Store } from '@notegraph/store'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON, setUp, type Setup } from '../test/notes.ts'
import {
  openBilling,
  operator,
  refuse,
  sweep,
  toErrorBody,
  type Billing,
  type Refusal,
  type SignedMessage,
} from './index.ts'

const DAY = 86_400_000
const secretOf = (bytes: Buffer): string => `whsec_${bytes.toString('base64')}`
const SECRET = secretOf(randomBytes(32))

let setup: Setup
let billing: Billing
beforeEach(async () => {
  setup = await setUp()
  billing = openBilling(setup.store, [SECRET], () => setup.clock.now)
})

/** A message signed by another implementation. */
function signed(body: string, { id = 'msg_1', at = setup.clock.now, secret = SECRET } = {}): SignedMessage {
  const signature = new Webhook(secret).sign(id, new Date(at), body)
  return { id, timestamp: String(Math.floor(at / 1_000)), signature, body: Buffer.from(body) }
}

const comesTo = (message: SignedMessage): string => {
  const verified = billing.verify(message)
  return verified.ok ? verified.value.id : why(verified.refusal)
}
const why = (refusal: Refusal): string => ('why' in refusal ? refusal.why : undefined) ?? refusal.code

describe('[D9.3] a message is signed as Standard Webhooks says', () => {
  test('the example of the specification', () => {
    setup.clock.now = 1_614_265_330_000
    billing = openBilling(setup.store, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], () => setup.clock.now)
    const message = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: '1614265330',
      signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      body: Buffer.from('{"test": 2432232314}'),
    }
    expect(comesTo(message)).toBe(message.id)
  })

  test.each<[string, (right: SignedMessage) => Partial<SignedMessage>, string]>([
    ['as it is', () => ({}), 'msg_1'],
    ['with another body', () => ({ body: Buffer.from('{"a":2}') }), 'message_unsigned'],
    ['under another id', () => ({ id: 'msg_2' }), 'message_unsigned'],
    ['at another time', ({ timestamp }) => ({ timestamp: `${Number(timestamp) + 1}` }), 'message_unsigned'],
    ['without a signature', () => ({ signature: undefined }), 'message_unsigned'],
    ['without an id', () => ({ id: undefined }), 'message_unsigned'],
    ['without a time', () => ({ timestamp: undefined }), 'message_unsigned'],
    ['with no time', () => ({ timestamp: 'now' }), 'message_unsigned'],
    ['with an empty signature', () => ({ signature: 'v1,' }), 'message_unsigned'],
    [
      'with half a signature',
      ({ signature }) => ({ signature: signature!.slice(0, 20) }),
      'message_unsigned',
    ],
    [
      'by another version',
      ({ signature }) => ({ signature: signature!.replace('v1', 'v2') }),
      'message_unsigned',
    ],
    ['with several signatures', ({ signature }) => ({ signature: `v1,AAAA v1a,BBBB ${signature}` }), 'msg_1'],
    [
      'with more signatures than anyone needs',
      ({ signature }) => ({ signature: `${'v1,AAAA '.repeat(20)}${signature}` }),
      'message_unsigned',
    ],
  ])('%s: %s', (_, change, expected) => {
    const right = signed('{"a":1}')
    expect(comesTo({ ...right, ...change(right) })).toBe(expected)
  })

  test.each([
    [-300, 'msg_1'],
    [-301, 'message_stale'],
    [300, 'msg_1'],
    [301, 'message_stale'],
  ])('%i seconds from now: %s', (seconds, expected) => {
    expect(comesTo(signed('{}', { at: NOON + seconds * 1_000 }))).toBe(expected)
  })

  test('only a sender with the secret learns that its signature is old', () => {
    const old = signed('{}', { at: NOON - 999_000, secret: secretOf(randomBytes(32)) })
    expect(comesTo(old)).toBe('message_unsigned')
  })

  test('by any of several secrets, so that one can take the place of another', () => {
    const next = secretOf(randomBytes(24))
    billing = openBilling(setup.store, [SECRET, next], () => setup.clock.now)
    for (const secret of [SECRET, next]) expect(comesTo(signed('{}', { secret }))).toBe('msg_1')
    expect(comesTo(signed('{}', { secret: secretOf(randomBytes(32)) }))).toBe('message_unsigned')
  })
})

let sent = 0
const take = async (message: Omit<BillingMessage, 'accountId'>, accountId = 'me') =>
  billing.take(
    { id: `m${sent++}`, signedAt: Math.floor(setup.clock.now / 1_000) },
    {
      accountId,
      ...message,
    },
  )
async function answerOf(...args: Parameters<typeof take>): Promise<unknown> {
  const taken = await take(...args)
  return taken.ok ? taken.value.value() : toErrorBody(taken.refusal)
}
const account = async () => (await setup.operators.listAccounts())[0]

describe('[D9.3] an account is moved', () => {
  test('to grace, which ends by itself; once more changes nothing', async () => {
    const grace = { ok: true, accountId: 'me', plan: 'grace', endedAt: NOON, allowed: true }
    expect(await answerOf({ plan: 'grace' })).toEqual({ ...grace, changed: true })
    setup.clock.now += DAY
    expect(await answerOf({ plan: 'grace' })).toEqual({ ...grace, changed: false })
    expect(await account()).toMatchObject({ plan: 'grace', endedAt: NOON })
    setup.clock.now += 29 * DAY
    expect(await account()).toMatchObject({ plan: 'none' })
    expect(await answerOf({ plan: 'grace' })).toMatchObject({ plan: 'none', changed: false })
  })

  test('to grace since a day, to none, and back', async () => {
    expect(await answerOf({ plan: 'grace', endedAt: NOON - DAY })).toMatchObject({ endedAt: NOON - DAY })
    expect(await answerOf({ plan: 'none' })).toMatchObject({ plan: 'none', changed: true, endedAt: NOON })
    expect(await answerOf({ plan: 'active' })).toEqual({
      ok: true,
      changed: true,
      accountId: 'me',
      plan: 'active',
      allowed: true,
    })
  })

  test('on and off the list', async () => {
    expect(await answerOf({ plan: 'active', allowed: false })).toMatchObject({
      changed: true,
      allowed: false,
    })
    expect(await answerOf({ plan: 'active' })).toMatchObject({ changed: false, allowed: false })
    expect(await answerOf({ plan: 'active', allowed: true })).toMatchObject({ changed: true, allowed: true })
  })

  test('and what else it is stays', async () => {
    await setup.operators.setAccount('me', { zone: 'Asia/Tokyo', quota: 7 })
    await take({ plan: 'grace' })
    expect(await account()).toMatchObject({ zone: 'Asia/Tokyo', quota: 7 })
  })

  test('with a line in the log for every change of its plan', async () => {
    for (const plan of ['grace', 'grace', 'none', 'active', 'active'] as const) await take({ plan })
    await take({ plan: 'active', allowed: false })
    expect(await setup.operators.planChanges('me')).toEqual([
      { at: NOON, from: 'active', to: 'grace', by: 'billing' },
      { at: NOON, from: 'grace', to: 'none', by: 'billing' },
      { at: NOON, from: 'none', to: 'active', by: 'billing' },
    ])
  })

  test.each<[Omit<BillingMessage, 'accountId'>, RegExp]>([
    [{ plan: 'active', endedAt: NOON }, /Only the plan grace has a day/],
    [{ plan: 'grace', endedAt: NOON + 1 }, /in the future/],
  ])('not by %j', async (message, words) => {
    expect(await answerOf(message)).toMatchObject({
      code: 'bad_request',
      error: expect.stringMatching(words),
    })
    expect(await account()).toMatchObject({ plan: 'active' })
  })

  test('not where there is none: no account is made', async () => {
    expect(await answerOf({ plan: 'active' }, 'nobody')).toEqual({
      error: 'No account has the id "nobody".',
      code: 'not_found',
      hint: 'Sign in to create an account, or ask the operator to create one.',
    })
    expect(await setup.operators.listAccounts()).toHaveLength(1)
  })
})

describe('[D9.3] a message and another change at the same moment both count', () => {
  /** A process that reads the account before the other change, and writes it after. */
  function overtakenBy(change: () => Promise<unknown>): Store {
    const { accounts } = setup.store
    let isFirst = true
    const find: typeof accounts.find = async (id) => {
      const read = await accounts.find(id)
      if (isFirst) {
        isFirst = false
        await change()
      }
      return read
    }
    return { ...setup.store, accounts: { ...accounts, find } }
  }
  const paid = async () => take({ plan: 'active' })
  beforeEach(async () => {
    await setup.operators.setAccount('me', { plan: 'grace', endedAt: NOON - 30 * DAY })
  })

  test('a plan that is paid, and a place on the list that is taken away', async () => {
    const store = overtakenBy(async () => take({ plan: 'grace', allowed: false }))
    const other = openBilling(store, [SECRET], () => setup.clock.now)
    const taken = await other.take(
      { id: 'paid', signedAt: NOON / 1_000 },
      { accountId: 'me', plan: 'active' },
    )
    expect(taken.ok && taken.value.value()).toMatchObject({ changed: true, plan: 'active', allowed: false })
    expect(await account()).toMatchObject({ plan: 'active', allowed: false })
  })

  test('an operator that sets the quota keeps it too', async () => {
    const other = operator(overtakenBy(paid), memoryBlobs(), () => setup.clock.now)
    expect(await other.setAccount('me', { quota: 7 })).toMatchObject({ plan: 'active', quota: 7 })
    expect(await account()).toMatchObject({ plan: 'active', quota: 7 })
  })

  test('a sweep that looks at the end of grace keeps it too', async () => {
    const store = overtakenBy(paid)
    const retention = { open: async () => Promise.reject(new Error('no archive is due')) }
    await setup.store.sweeps.note('me')
    await sweep({ store, blobs: memoryBlobs(), retention, clock: () => setup.clock.now })
    expect(await account()).toMatchObject({ plan: 'active' })
    expect(await setup.operators.planChanges('me')).toMatchObject([{ to: 'none' }, { to: 'active' }])
  })

  test('an account that changes each time is left as it is', async () => {
    const update = async () => false
    const accounts = { ...setup.store.accounts, update }
    const other = openBilling({ ...setup.store, accounts }, [SECRET], () => setup.clock.now)
    const taken = await other.take(
      { id: 'busy', signedAt: NOON / 1_000 },
      { accountId: 'me', plan: 'active' },
    )
    expect(taken).toEqual(refuse({ code: 'conflict', why: 'meanwhile' }))
  })
})

describe('[D9.3] a message is taken once', () => {
  const message = { accountId: 'me', plan: 'grace' } as const
  const first = { id: 'once', signedAt: NOON / 1_000 }

  test('with the same signature it is refused, also after other messages and by another process', async () => {
    expect((await billing.take(first, message)).ok).toBe(true)
    await take({ plan: 'active' })
    const other = openBilling(setup.store, [SECRET], () => setup.clock.now)
    expect(await other.take(first, message)).toEqual({
      ok: false,
      refusal: { code: 'conflict', why: 'message_taken' },
    })
    expect(await account()).toMatchObject({ plan: 'active' })
  })

  test('signed again by a sender that saw no answer, it changes nothing and is answered', async () => {
    await billing.take(first, message)
    await take({ plan: 'active' })
    const again = await billing.take({ ...first, signedAt: first.signedAt + 60 }, message)
    expect(again.ok && again.value.value()).toMatchObject({ ok: true, changed: false, plan: 'active' })
    expect(await account()).toMatchObject({ plan: 'active' })
  })

  test('at the same moment, too', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => billing.take(first, message)))
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await setup.operators.planChanges('me')).toHaveLength(1)
  })

  test('one that was refused may come again', async () => {
    expect((await billing.take(first, { ...message, accountId: 'late' })).ok).toBe(false)
    await setup.operators.createAccount('late', {})
    expect((await billing.take(first, { ...message, accountId: 'late' })).ok).toBe(true)
  })

  test('it is remembered for 30 days, however long its sender tries', async () => {
    await billing.take(first, message)
    await take({ plan: 'active' })
    setup.clock.now = NOON + 30 * DAY - 1
    await take({ plan: 'active' })
    const late = { ...first, signedAt: first.signedAt + 60 }
    const answered = await billing.take(late, message)
    expect(answered.ok && answered.value.value()).toMatchObject({ changed: false })
    setup.clock.now = NOON + 30 * DAY + 1
    await take({ plan: 'active' })
    expect(await setup.store.accounts.delivery('once')).toBeUndefined()
  })
})
