/** @module-tag both-stores */
import { LIMITS } from '@notegraph/contract'
import { hashSecret, memoryBlobs, type Blobs } from '@notegraph/store'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON, setUp, type Setup } from '../test/notes.ts'
import {
  operator,
  OperatorError,
  type AccountOptions,
  type Mail,
  type Operator,
  type SendMail,
} from './index.ts'

const DAY = 86_400_000

let setup: Setup
let operators: Operator
beforeEach(async () => {
  setup = await setUp()
  ;({ operators } = setup)
})

describe('[operations] an account', () => {
  test('is active, listed and has 10 GB unless something else is said', async () => {
    expect(await operators.createAccount('it', {})).toEqual({
      id: 'it',
      plan: 'active',
      allowed: true,
      quota: LIMITS.storageBytes,
    })
  })

  test.each<[AccountOptions, object]>([
    [{ plan: 'none' }, { plan: 'none' }],
    [{ plan: 'grace' }, { plan: 'grace', endedAt: NOON }], // ended today
    [
      { plan: 'grace', endedAt: NOON - DAY },
      { plan: 'grace', endedAt: NOON - DAY },
    ],
    [{ plan: 'grace', endedAt: NOON - 31 * DAY }, { plan: 'none' }], // its grace has ended
    [
      { allowed: false, zone: 'Europe/Berlin', quota: 5 },
      { allowed: false, zone: 'Europe/Berlin', quota: 5 },
    ],
  ])('with %j is %j', async (options, expected) => {
    expect(await operators.createAccount('it', options)).toMatchObject(expected)
    expect(await operators.listAccounts()).toContainEqual(expect.objectContaining({ id: 'it', ...expected }))
  })

  test('[D9.11] looks after people until the operator takes that back', async () => {
    await operators.createAccount('it', { isAdmin: true })
    expect(await operators.setAccount('it', { quota: 7 })).toMatchObject({ isAdmin: true, quota: 7 })
    const { isAdmin: _admin, ...rest } = await operators.showAccount('it')
    expect(await operators.setAccount('it', { isAdmin: false })).toEqual(rest)
    expect(await operators.listAccounts()).toContainEqual(rest)
  })

  test('settings that are left out stay', async () => {
    await operators.createAccount('it', { plan: 'grace', endedAt: NOON - DAY, zone: 'Asia/Tokyo', quota: 7 })
    expect(await operators.setAccount('it', { allowed: false })).toEqual({
      id: 'it',
      plan: 'grace',
      endedAt: NOON - DAY,
      allowed: false,
      zone: 'Asia/Tokyo',
      quota: 7,
    })
    expect(await operators.setAccount('it', { plan: 'active' })).not.toHaveProperty('endedAt')
  })

  test.each<[string, AccountOptions, RegExp]>([
    ['me', {}, /already/],
    ['', {}, /1 to 64 characters/],
    ['a b', {}, /1 to 64 characters/],
    ['x'.repeat(65), {}, /1 to 64 characters/],
    ['..', {}, /must not be \.\./],
    ['it', { zone: 'Mars/Olympus' }, /"Mars\/Olympus" is not a time zone/],
    ['it', { endedAt: NOON }, /Only the plan grace has a day/],
    ['it', { plan: 'grace', endedAt: NOON + 1 }, /in the future/],
  ])('%j with %j is not made', async (id, options, words) => {
    const before = await operators.listAccounts()
    const made = operators.createAccount(id, options)
    await expect(made).rejects.toBeInstanceOf(OperatorError)
    await expect(made).rejects.toThrow(words)
    expect(await operators.listAccounts()).toEqual(before)
  })

  test('is removed with its tokens and its files', async () => {
    const removed: string[] = []
    const blobs: Blobs = { ...memoryBlobs(), removeAll: async (id) => void removed.push(id) }
    await operator(setup.store, blobs, () => NOON).removeAccount('me')
    expect(await operators.listAccounts()).toEqual([])
    expect(removed).toEqual(['me'])
    await expect(operators.listTokens('me')).rejects.toThrow('No account has the id "me".')
  })
})

describe('[D9.11] a sign-in link by e-mail', () => {
  const mails: Mail[] = []
  const mail: SendMail = async (one) => {
    mails.push(one)
    return one.to.startsWith('no') ? { fault: 'It is unknown.', next: 'gone' } : 'sent'
  }
  const send = async (id: string, address?: string) =>
    operators.mailSignInLink(id, {
      mail,
      server: 'https://notes.example',
      ...(address !== undefined && { address }),
    })
  beforeEach(async () => {
    mails.length = 0
    await operators.createAccount('eve', {})
  })

  test('invites an account that nobody has used, for seven days; the one before ends', async () => {
    const secretOf = ({ text }: Mail): string => /link\/(ngl_\w+)/.exec(text)![1]!
    for (let n = 0; n < 2; n++)
      expect(await send('eve', ' eve@example.org ')).toEqual({
        isInvitation: true,
        expiresAt: NOON + LIMITS.inviteDays * DAY,
      })
    expect(mails).toMatchObject([{ to: 'eve@example.org' }, { subject: 'Your account for Notegraph' }])
    const found = async (one: Mail) => setup.store.signInLinks.find(hashSecret(secretOf(one)), NOON)
    expect([await found(mails[0]!), await found(mails[1]!)]).toEqual([undefined, 'eve'])
  })

  test('is a link with a code for 15 minutes once somebody has used the account', async () => {
    await operators.createSession('eve', { device: 'Phone' })
    const expiresAt = NOON + LIMITS.signInMailMinutes * 60_000
    expect(await send('eve', 'eve@example.org')).toEqual({ isInvitation: false, expiresAt })
    expect(mails[0]!.text).toMatch(/[A-Z]{4}-[A-Z]{4}/)
  })

  test.each<[string | undefined, string]>([
    [undefined, 'The owner of "eve" has confirmed no e-mail address.'],
    ['eve', '--email takes an address such as ada@example.org.'],
    ['no@example.org', 'The mail server did not take the e-mail. Check the address and NOTEGRAPH_SMTP_URL.'],
  ])('to %s fails in words', async (address, words) => {
    await expect(send('eve', address)).rejects.toThrow(words)
    await expect(send('nobody', address)).rejects.toThrow('No account has the id "nobody".')
  })
})

describe('[D9.1] a token', () => {
  test('is shown once, and never listed', async () => {
    const made = await operators.createToken('me', { name: ' Laptop ', scope: 'write', zone: 'Asia/Tokyo' })
    const { token, ...listed } = made
    expect(token).toMatch(/^ngp_[0-9A-Za-z]{49}$/)
    expect(listed).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Laptop',
      scope: 'write',
      zone: 'Asia/Tokyo',
      createdAt: NOON,
    })
    expect(await operators.listTokens('me')).toEqual([listed])
    expect(JSON.stringify(await setup.store.tokens.list('me'))).not.toContain(token.slice(4))
  })

  test('that is revoked stays in the list, with the first time', async () => {
    const { id } = await operators.createToken('me', { name: 'T', scope: 'read' })
    await operators.revokeToken(id)
    setup.clock.now += DAY
    expect(await operators.revokeToken(id)).toMatchObject({ id, revokedAt: NOON })
    expect(await operators.listTokens('me')).toMatchObject([{ id, revokedAt: NOON }])
  })

  test('is not made without a name, or in a zone that is none, or for nobody', async () => {
    await expect(operators.createToken('me', { name: ' ', scope: 'read' })).rejects.toThrow('has no name')
    await expect(operators.createToken('me', { name: 'T', scope: 'read', zone: 'x' })).rejects.toThrow(
      'is not a time zone',
    )
    await expect(operators.createToken('you', { name: 'T', scope: 'read' })).rejects.toThrow(
      'No account has the id',
    )
    await expect(operators.revokeToken('none')).rejects.toThrow('No token has the id "none".')
    expect(await operators.listTokens('me')).toEqual([])
  })
})
