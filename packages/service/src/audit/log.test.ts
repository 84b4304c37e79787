/** @module-tag both-stores */
import type { ConnectedApp, Store } from '@notegraph/store'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON, setUp, type Setup } from '../../test/notes.ts'
import {
  auditedStore,
  auditLog,
  operator,
  type AuditLine,
  type AuditLog,
  type AuditSource,
} from '../index.ts'
import { memoryBlobs } from '@notegraph/store'

const DAY = 86_400_000
const ALL = { limit: 100, offset: 0 }

let it: Setup
let from: AuditSource | undefined
let lines: AuditLine[]
let audit: AuditLog
let store: Store
beforeEach(async () => {
  it = await setUp()
  from = undefined
  lines = []
  const clock = () => it.clock.now
  audit = auditLog(it.store, { clock, source: () => from, onLine: (line) => lines.push(line) })
  store = auditedStore(it.store, audit, clock)
})

/** An app that a person connected. */
const appOf = (id: string): ConnectedApp => ({
  id,
  accountId: 'me',
  clientId: 'c1',
  name: 'Secret app',
  host: 'app.example',
  scope: 'read',
  createdAt: NOON,
  expiresAt: NOON + 9 * DAY,
})

const events = async (id: string | undefined = 'me') => (await audit.list(id, ALL)).events

describe('an entry', () => {
  test('says who did it and from where, and never the address or the account', async () => {
    from = { address: '192.0.2.1', by: 'browser' }
    await audit.note({ event: 'export', accountId: 'me' })
    const [entry] = await events()
    expect(entry).toEqual({
      at: NOON,
      event: 'export',
      by: 'browser',
      address: expect.stringMatching(/^[\w-]{16}$/),
    })
    expect(lines).toEqual([{ ...entry, account: await audit.accountTag('me') }])
    expect(JSON.stringify(lines)).not.toMatch(/192\.0|"me"/)
  })

  test('is by the operator outside of a request, and by nobody where it is not known who asks', async () => {
    await audit.note({ event: 'export', accountId: 'me' })
    from = { address: '192.0.2.1' }
    await audit.note({ event: 'sign_in_refused', detail: 'link' })
    expect((await events())[0]).toEqual({ at: NOON, event: 'export', by: 'operator' })
    expect((await audit.list(undefined, ALL)).events).toMatchObject([{ by: 'nobody', detail: 'link' }])
  })

  test('has the same tag for the same address and account again, on the same data alone', async () => {
    from = { address: '192.0.2.1' }
    for (const by of ['browser', 'device'] as const)
      await audit.note({ event: 'export', accountId: 'me', by })
    const [one, two] = await events()
    expect(one!.address).toBe(two!.address)
    const again = auditLog(it.store, { clock: () => NOON })
    expect(await again.accountTag('me')).toBe(await audit.accountTag('me'))
    expect(await audit.accountTag('you')).not.toBe(await audit.accountTag('me'))
    const elsewhere = await setUp()
    const other = auditLog(elsewhere.store, { clock: () => NOON })
    expect(await other.accountTag('me')).not.toBe(await audit.accountTag('me'))
  })

  test('that cannot be written holds nothing up', async () => {
    const failures: unknown[] = []
    const broken = auditLog(
      { ...it.store, audit: { ...it.store.audit, add: () => Promise.reject(new Error('full')) } },
      { clock: () => NOON, failed: (error) => failures.push(error) },
    )
    await broken.note({ event: 'export', accountId: 'me' })
    expect(failures).toHaveLength(1)
  })
})

describe('a refusal', () => {
  const refuse = () => audit.note({ event: 'token_refused', accountId: 'me', subject: 't' })

  test('is noted once an hour for each address', async () => {
    for (const address of ['a', 'a', 'b', 'a']) {
      from = { address }
      await refuse()
    }
    expect(await events()).toHaveLength(2)
    it.clock.now += 3_600_000
    await refuse()
    expect(await events()).toHaveLength(3)
  })

  test('pushes nothing out that was done', async () => {
    await audit.note({ event: 'export', accountId: 'me' })
    for (let n = 0; n < 220; n++) {
      from = { address: `${n}` }
      await refuse()
    }
    const { events, total } = await audit.list('me', { limit: 1, offset: 200 })
    expect([total, events]).toEqual([201, [expect.objectContaining({ event: 'export' })]])
  })
})

test('entries are kept for 90 days', async () => {
  await audit.note({ event: 'export', accountId: 'me' })
  it.clock.now += 90 * DAY
  await audit.note({ event: 'import', accountId: 'me' })
  expect(await events()).toHaveLength(2)
  it.clock.now += 1
  await audit.note({ event: 'import', accountId: 'me' })
  expect((await events()).map(({ event }) => event)).toEqual(['import', 'import'])
})

test('each secret that opens an account is noted as it is created, ended and refused, for every actor', async () => {
  const operators = operator(store, memoryBlobs(), () => it.clock.now)
  const token = await operators.createToken('me', {
    name: 'Secret name',
    scope: 'write',
    expires: '2026-11-20',
  })
  const { id: device } = await operators.createSession('me', { device: 'Secret phone' })
  await operators.createSignInLink('me')
  await operators.setAccount('me', { plan: 'grace' })
  await operators.setAccount('me', { zone: 'Asia/Tokyo' })
  const other = await operators.createToken('me', { name: 'x', scope: 'read' })
  await operators.revokeToken(other.id)
  it.clock.now += 1
  await operators.revokeToken(other.id)
  it.clock.now = NOON + DAY
  const found = (await it.store.tokens.list('me')).find(({ id }) => id === token.id)!
  await store.tokens.findByHash(found.hash)
  await store.sessions.end(device, it.clock.now)
  await store.sessions.findByHash((await it.store.sessions.list('me'))[0]!.hash)
  await store.connectedApps.create(appOf('a1'), 1)
  await store.connectedApps.create(appOf('a2'), 1) // refused, so not in the log
  await store.connectedApps.end('a1', 'me')
  await store.connectedApps.end('a1', 'me')
  const said = (await events()).map(({ event, subject, detail }) =>
    [event, subject, detail].filter(Boolean).join(' '),
  )
  expect(said.toSorted()).toEqual(
    [
      `token_made ${token.id} write`,
      `device_added ${device}`,
      'link_made',
      'plan_changed active to grace',
      `token_made ${other.id} read`,
      `token_revoked ${other.id}`,
      `token_refused ${token.id} expired`,
      `token_expired ${token.id}`,
      `device_ended ${device}`,
      `device_refused ${device} ended`,
      'app_connected a1 read',
      'app_ended a1',
    ].toSorted(),
  )
  expect(JSON.stringify([lines, await events()])).not.toContain('Secret')
})
