/** @module-tag both-stores */
import { LIMITS } from '@notegraph/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON, setUp, type Setup } from '../test/notes.ts'
import { refused } from '../test/writes.ts'
import { authenticateSession, devicesService, type DevicesService, type MadeDevice } from './index.ts'

let it: Setup
let devices: DevicesService
beforeEach(async () => {
  it = await setUp()
  devices = devicesService(it.store, () => it.clock.now)
})

async function make(name: string, accountId = 'me'): Promise<MadeDevice> {
  const made = await devices.make(accountId, name)
  if (!made.ok) throw new Error(made.refusal.code)
  return made.value
}

const opens = async ({ session }: MadeDevice) =>
  (await authenticateSession(it.store, `Bearer ${session}`, it.clock.now)).ok

describe('[D9.2] a device', () => {
  test('gets a session, which is shown once', async () => {
    const phone = await make('  Phone ')
    expect(phone).toEqual({ id: phone.id, device: 'Phone', session: phone.session, createdAt: NOON })
    expect(phone.session).toMatch(/^ngs_[0-9A-Za-z]{49}$/)
    expect(await opens(phone)).toBe(true)
    expect(JSON.stringify(await devices.list('me'))).not.toContain(phone.session.slice(4))
  })

  test('is listed while it is signed in, the newest first', async () => {
    const phone = await make('Phone')
    it.clock.now += 1
    const desk = await make('Desk')
    await opens(phone)
    expect(await devices.list('me')).toEqual([
      { id: desk.id, device: 'Desk', createdAt: NOON + 1 },
      { id: phone.id, device: 'Phone', createdAt: NOON, lastUsedAt: NOON },
    ])
    await devices.end('me', desk.id)
    expect((await devices.list('me')).map(({ id }) => id)).toEqual([phone.id])
  })

  test('is signed out at once', async () => {
    const phone = await make('Phone')
    expect(await devices.end('me', phone.id)).toMatchObject({ ok: true, value: { device: 'Phone' } })
    expect(await opens(phone)).toBe(false)
    expect(refused(await devices.end('me', phone.id))).toMatchObject({ code: 'not_found', what: 'device' })
  })

  test('of another account is as none', async () => {
    await it.operators.createAccount('you', {})
    const theirs = await make('Phone', 'you')
    expect(refused(await devices.end('me', theirs.id))).toEqual({
      code: 'not_found',
      what: 'device',
      name: theirs.id,
    })
    expect(await opens(theirs)).toBe(true)
    expect(await devices.list('me')).toEqual([])
  })

  test.each(['', ' \t', 'a\nb', 'a\u0000', '\ud800', 'x'.repeat(101)])('takes no name %j', async (name) => {
    expect(refused(await devices.make('me', name))).toMatchObject({ code: 'bad_request' })
  })

  test('there are as many as there may be', async () => {
    for (let i = 0; i < LIMITS.openDevices; i++) await make(`Device ${i}`)
    expect(refused(await devices.make('me', 'One more'))).toEqual({ code: 'conflict', why: 'many_devices' })
    const [one] = await devices.list('me')
    await devices.end('me', one!.id)
    await make('One more')
  })
})
