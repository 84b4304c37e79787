/**
 * Digests, sent to a real mail server and to the service of a browser. @see events 3
 *
 * @module-tag both-stores
 */
import { makeBlock, makePage } from '@notegraph/graph'
import { digestSender, digestService, operator, type SendMail } from '@notegraph/service'
import { memoryBlobs, type Store } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { smtpMail } from '../src/digest/smtp-mail.ts'
import { webPushSender } from '../src/digest/web-push.ts'
import { addressFault, messagePoster } from '../src/webhooks/post-message.ts'
import { openMailServer, type MailServer } from './mail-server.ts'
import { openPushService, type PushService } from './push-service.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Friday. */
const NOON = Date.UTC(2026, 10, 20, 12)
/** The next morning in UTC. */
const MORNING = Date.UTC(2026, 10, 21, 7)
const BASE = 'https://notes.example'
const baseUrl = () => BASE

let store: Store
let mails: MailServer
let browser: PushService
const clock = { now: NOON }
const now = () => clock.now

beforeEach(async () => {
  clock.now = NOON
  store = await openTestStore()
  await operator(store, memoryBlobs(now), now).createAccount('me', {})
  mails = await openMailServer()
  browser = await openPushService()
})
afterEach(async () => {
  await store.close()
  await mails.close()
})

const mail = (): SendMail => smtpMail({ url: mails.url, from: 'notes@notes.example' })
const senderOf = (more: Partial<Parameters<typeof digestSender>[1]> = {}) =>
  digestSender(store, {
    mail: mail(),
    push: webPushSender(messagePoster({ ownHosts: [browser.host] }), baseUrl),
    clock: now,
    baseUrl,
    onFailure: (error) => {
      throw error
    },
    ...more,
  })
const service = () =>
  digestService(store, {
    clock: now,
    baseUrl,
    mail: mail(),
    addressFault: addressFault('endpoint', [browser.host]),
  })
const me = async () => (await store.accounts.find('me'))!
const settings = async () => service().read(await me())
const look = async (at: number) => {
  clock.now = at
  await senderOf().look()
}

/** A task whose day is the first morning. */
async function addTask(content = 'TODO Sow **rye**\nDEADLINE: <2026-11-21 Sat>') {
  const page = makePage({ id: 'p1', name: 'Garden', now: NOON })
  const block = makeBlock({ id: 'b1', content, rev: 'r1', pageId: 'p1', parentId: null, order: 1, now: NOON })
  await store.graph('me').commits.commit({ puts: [page, block].map((record) => ({ record, from: 0 })) })
}

/** The address of the account, confirmed with the link that it got. */
async function confirmEmail() {
  const set = await service().change(await me(), { email: 'ada@example.org' })
  expect(set.ok).toBe(true)
  const secret = /confirm\/(\S+)/.exec(mails.received.at(-1)!.body)![1]!
  expect(await service().confirm(secret)).toBe('ada@example.org')
  mails.received.length = 0
}
const addBrowser = async () => service().addBrowser(await me(), { ...browser.subscription, name: 'Firefox' })

describe('[V3] by e-mail', () => {
  test('nothing is sent before the link was opened but the link', async () => {
    await addTask()
    await service().change(await me(), { email: ' ada@example.org ' })
    const [link] = mails.received
    expect(link).toMatchObject({ to: ['ada@example.org'], from: 'notes@notes.example' })
    expect(link!.headers['subject']).toBe('Confirm your address for the daily digest')
    expect((await settings()).email).toMatchObject({ address: 'ada@example.org', state: 'unconfirmed' })
    await look(MORNING)
    expect(mails.received).toHaveLength(1)
  })

  test('a link works for a day', async () => {
    await service().change(await me(), { email: 'ada@example.org' })
    const secret = /confirm\/(\S+)/.exec(mails.received[0]!.body)![1]!
    clock.now += DAY
    expect(await service().confirm(secret)).toBeUndefined()
    clock.now -= 1
    expect([await service().findToConfirm(secret), await service().confirm(secret)]).toEqual([
      'ada@example.org',
      'ada@example.org',
    ])
  })

  test('the digest of the morning has the tasks, and a link of one click that ends it', async () => {
    await addTask()
    await confirmEmail()
    await look(MORNING - 1)
    expect(mails.received).toEqual([])
    await look(MORNING)
    const [digest] = mails.received
    expect(digest!.headers['subject']).toBe('1 task due today')
    expect(digest!.body).toContain('- Sow rye (Garden)')
    expect(digest!.body).toContain('<bdi>Sow rye</bdi>')
    expect(digest!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const [, end] = /^<https:\/\/notes\.example\/digest\/end\/(\w+)>$/.exec(
      digest!.headers['list-unsubscribe']!,
    )!
    expect(digest!.body).toContain(`https://notes.example/digest/end/${end}`)
    expect((await settings()).email).toMatchObject({ state: 'on', sentAt: MORNING, dueAt: MORNING + DAY })
    expect(await service().end(end!)).toEqual({ kind: 'email', isEnded: true })
    await look(MORNING + DAY)
    expect(mails.received).toHaveLength(1)
    expect((await settings()).email).toMatchObject({ state: 'off', offWhy: 'ended' })
    // The same address needs no second link.
    await service().change(await me(), { email: 'ada@example.org' })
    expect(mails.received).toHaveLength(1)
    await look(MORNING + 2 * DAY)
    expect(mails.received).toHaveLength(2)
  })

  test('nothing comes on a day with nothing to say', async () => {
    await confirmEmail()
    for (let day = 0; day < 3; day++) await look(MORNING + day * DAY)
    expect(mails.received).toEqual([])
    expect((await settings()).email).toMatchObject({ state: 'on', dueAt: MORNING + 3 * DAY })
  })

  test('a digest comes once a day, whatever process looks, and how often', async () => {
    await addTask()
    await confirmEmail()
    clock.now = MORNING
    await Promise.all(Array.from({ length: 6 }, () => senderOf().look()))
    await look(MORNING + HOUR)
    await look(MORNING + 23 * HOUR)
    expect(mails.received).toHaveLength(1)
    // An earlier hour on the same day does not repeat it.
    clock.now = MORNING + HOUR
    await service().change(await me(), { hour: 9, zone: 'Asia/Tokyo' })
    await look(MORNING + 12 * HOUR)
    expect(mails.received).toHaveLength(1)
  })

  test('the hour follows the zone of the account, also when clocks change', async () => {
    clock.now = Date.UTC(2026, 9, 24, 12)
    await addTask('TODO x\nDEADLINE: <2026-10-01 Thu>')
    await confirmEmail()
    await service().change(await me(), { hour: 8, zone: 'Europe/Berlin' })
    const sent: string[] = []
    const looks = [5, 6, 6.5, 7, 30, 30.5, 31].map((hours) => Date.UTC(2026, 9, 25) + hours * HOUR)
    for (const at of looks) {
      const before = mails.received.length
      await look(at)
      if (mails.received.length > before) sent.push(new Date(at).toISOString().slice(0, 16))
    }
    expect(sent).toEqual(['2026-10-25T07:00', '2026-10-26T07:00'])
    expect((await me()).zone).toBe('Europe/Berlin')
  })

  test('a digest of a server that was away comes late, and not at all in the evening', async () => {
    await addTask()
    await confirmEmail()
    await look(MORNING + 12 * HOUR + 1)
    expect(mails.received).toEqual([])
    await look(MORNING + DAY + 11 * HOUR)
    expect(mails.received).toHaveLength(1)
  })

  test('a refused digest is sent again with growing waits, then the address is switched off', async () => {
    await addTask()
    await confirmEmail()
    mails.refuse({ code: 450, words: 'Try later', at: 'message' })
    const attempts: number[] = []
    let due: number | undefined = MORNING
    for (let looks = 0; looks < 40 && due !== undefined; looks++) {
      clock.now = due
      await senderOf({ onAttempt: () => attempts.push(clock.now) }).look()
      due = (await settings()).email?.dueAt
    }
    const waits = attempts.slice(1).map((at, i) => at - attempts[i]!)
    expect(waits.slice(0, 6)).toEqual(waits.slice(0, 6).toSorted((a, b) => a - b))
    expect(attempts.at(-1)! - attempts[0]!).toBeGreaterThanOrEqual(3 * DAY)
    expect((await settings()).email).toMatchObject({
      state: 'off',
      offWhy: 'failed',
      fault: 'The mail server refused the message: 450 Try later.',
    })
  })

  test('a refused digest that is taken later counts as the one of its day', async () => {
    await addTask()
    await confirmEmail()
    mails.refuse({ code: 550, words: 'No such user', at: 'recipient' })
    await look(MORNING)
    expect((await settings()).email).toMatchObject({ state: 'failing', failingSince: MORNING })
    mails.refuse(undefined)
    for (const wait of [1, 2, 3]) await look(MORNING + wait * HOUR)
    expect(mails.received).toHaveLength(1)
    expect((await settings()).email).toMatchObject({ state: 'on', dueAt: MORNING + DAY })
    expect((await settings()).email).not.toHaveProperty('fault')
  })

  test('a message that the server may have taken is not sent again on its day', async () => {
    await addTask()
    await confirmEmail()
    mails.cutOff()
    await look(MORNING)
    expect((await settings()).email).toMatchObject({
      state: 'on',
      dueAt: MORNING + DAY,
      fault: expect.any(String),
    })
  })

  test('a mail server that is away is tried again', async () => {
    await addTask()
    await confirmEmail()
    const gone = mails
    mails = { ...mails, url: 'smtp://127.0.0.1:1' }
    await look(MORNING)
    expect((await settings()).email).toMatchObject({
      state: 'failing',
      fault: 'The mail server cannot be reached.',
    })
    mails = gone
    await look(MORNING + HOUR)
    expect(mails.received).toHaveLength(1)
  })
})

describe('[V3] by web push', () => {
  test('the browser decrypts the digest, and knows who signed it', async () => {
    await addTask()
    expect((await addBrowser()).ok).toBe(true)
    await look(MORNING)
    const [digest] = browser.received
    expect(digest!.payload).toEqual({
      title: 'Notegraph',
      body: '1 task due today',
      url: `${BASE}/settings/notices`,
      end: expect.stringMatching(/^https:\/\/notes\.example\/digest\/end\/nge_\w+$/),
    })
    expect(digest!.headers).toMatchObject({ ttl: '43200', 'content-encoding': 'aes128gcm' })
    expect([digest!.key, digest!.signed]).toEqual([
      (await settings()).pushKey,
      { aud: `http://${browser.host}`, exp: expect.any(Number), sub: BASE },
    ])
    expect(digest!.bytes).toBeLessThan(4_096)
  })

  test.each([404, 410])('an address that answers with %d is switched off at once', async (status) => {
    await addTask()
    await addBrowser()
    browser.answer(status)
    const off: string[] = []
    clock.now = MORNING
    await senderOf({ onOff: ({ kind }) => off.push(kind) }).look()
    expect(off).toEqual(['push'])
    expect((await settings()).browsers).toMatchObject([
      { name: 'Firefox', state: 'off', offWhy: 'failed', fault: 'The browser has ended its subscription.' },
    ])
  })

  test('a service that is busy is tried again', async () => {
    await addTask()
    await addBrowser()
    browser.answer(503)
    await look(MORNING)
    browser.answer(201)
    await look(MORNING + HOUR)
    expect(browser.received).toHaveLength(2)
    expect((await settings()).browsers).toMatchObject([{ state: 'on', sentAt: MORNING + HOUR }])
  })

  test('an address that is not public is not connected to', async () => {
    await addTask()
    await addBrowser()
    clock.now = MORNING
    await senderOf({ push: webPushSender(messagePoster(), baseUrl) }).look()
    expect(browser.received).toEqual([])
    expect((await settings()).browsers).toMatchObject([{ state: 'failing' }])
  })

  test('each way comes by itself', async () => {
    await addTask()
    await confirmEmail()
    await addBrowser()
    browser.answer(410)
    await look(MORNING)
    await look(MORNING + DAY)
    expect([mails.received.length, browser.received.length]).toEqual([2, 1])
  })
})

describe('[V3] a digest whose facts cannot be read', () => {
  beforeEach(async () => addTask())

  test('comes by e-mail once the store is there again, and once', async () => {
    await confirmEmail()
    const faults: unknown[] = []
    const failing = vi.spyOn(store, 'graph').mockImplementation(() => {
      throw new Error('the disk is away')
    })
    clock.now = MORNING
    await senderOf({ onFailure: (fault) => faults.push(fault) }).look()
    failing.mockRestore()
    expect([faults.length, mails.received.length]).toEqual([1, 0])
    await look(MORNING + 60_000)
    expect(mails.received).toHaveLength(0)
    await look(MORNING + HOUR)
    await look(MORNING + 2 * HOUR)
    expect(mails.received).toHaveLength(1)
    expect((await settings()).email).toMatchObject({ state: 'on', dueAt: MORNING + DAY })
  })

  test('comes by web push once the store is there again', async () => {
    await addBrowser()
    const failing = vi.spyOn(store.digests, 'pushKeys').mockRejectedValue(new Error('the disk is away'))
    clock.now = MORNING
    await senderOf({ onFailure: () => {} }).look()
    failing.mockRestore()
    await look(MORNING + HOUR)
    expect(browser.received).toHaveLength(1)
  })

  test('is left out in the evening', async () => {
    await confirmEmail()
    const failing = vi.spyOn(store, 'graph').mockImplementation(() => {
      throw new Error('the disk is away')
    })
    for (let at = MORNING; at < MORNING + 13 * HOUR; at += HOUR) {
      clock.now = at
      await senderOf({ onFailure: () => {} }).look()
    }
    failing.mockRestore()
    await look(MORNING + 14 * HOUR)
    expect(mails.received).toHaveLength(0)
    expect((await settings()).email).toMatchObject({ state: 'on', dueAt: MORNING + DAY })
  })
})

describe('[V3] no digest is sent', () => {
  beforeEach(async () => {
    await addTask()
    await confirmEmail()
  })

  test.each([
    ['that is paused', async () => service().change(await me(), { on: false })],
    [
      'whose plan is over',
      async () => operator(store, memoryBlobs(now), now).setAccount('me', { plan: 'none' }),
    ],
    [
      'that the server no longer lists',
      async () => store.accounts.update(await me(), { ...(await me()), allowed: false }),
    ],
    ['whose address was removed', async () => service().change(await me(), { email: null })],
  ])('for an account %s', async (_, end) => {
    await end()
    await look(MORNING)
    expect(mails.received).toEqual([])
  })

  test('twice by a process that dies while it sends', async () => {
    const dying: SendMail = async (message) => {
      await mail()(message)
      throw new Error('killed')
    }
    clock.now = MORNING
    await senderOf({ mail: dying, onFailure: () => {} }).look()
    await look(MORNING + HOUR)
    expect(mails.received).toHaveLength(1)
  })
})

test('[V3] changes are reported since the last digest', async () => {
  await confirmEmail()
  const entryOf = (id: string, at: number, tokenId = 't1') => ({
    entry: {
      id,
      at,
      token: 'Laptop',
      tokenId,
      action: 'add_block',
      summary: `Added ${id}`,
      page: 'Garden',
      pageId: 'p1',
      touched: [],
    },
    most: 99,
    mostBytes: 1e6,
    since: 0,
  })
  const write = async (id: string, at: number, tokenId?: string) => {
    const record = makePage({ id, name: id, now: at })
    await store.graph('me').commits.commit({ puts: [{ record, from: 0 }], entry: entryOf(id, at, tokenId) })
  }
  await write('one', NOON + 1)
  await write('own', NOON + 2, 'browser')
  await look(MORNING)
  await look(MORNING + DAY)
  expect(mails.received).toHaveLength(1)
  expect(mails.received[0]!.body).toContain('- Added one (Laptop)')
  expect(mails.received[0]!.body).not.toContain('Added own')
  await write('two', MORNING + DAY + 1)
  await look(MORNING + 2 * DAY)
  expect(mails.received[1]!.headers['subject']).toBe('1 change by assistants')
})
