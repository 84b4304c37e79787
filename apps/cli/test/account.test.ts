/** Account commands. Each test uses the accounts of the tests before. */
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useHome } from './home.ts'

const { at, notegraph, json, failure } = useHome()

const GB10 = 10 * 2 ** 30

test('accounts are made with what is given, and with what is usual', async () => {
  expect(await json('account', 'create', 'me')).toEqual({
    id: 'me',
    plan: 'active',
    allowed: true,
    quota: GB10,
  })
  const day = ['--plan', 'grace', '--ended-at', new Date().toISOString().slice(0, 10)]
  expect(
    await json(
      'account',
      'create',
      'you',
      ...day,
      '--no-allow',
      '--zone',
      'Europe/Berlin',
      '--quota',
      '5000',
    ),
  ).toEqual({
    id: 'you',
    plan: 'grace',
    endedAt: Date.parse(day[3]!),
    allowed: false,
    zone: 'Europe/Berlin',
    quota: 5000,
  })
})

test('accounts are changed in what is given alone', async () => {
  expect(await json('account', 'set', 'you', '--plan', 'active', '--allow')).toEqual({
    id: 'you',
    plan: 'active',
    allowed: true,
    zone: 'Europe/Berlin',
    quota: 5000,
  })
})

test('[D9.11] an account looks after people until that is taken back', async () => {
  expect(await json('account', 'set', 'you', '--admin')).toMatchObject({ isAdmin: true, quota: 5000 })
  expect((await notegraph('account', 'list')).stdout).toContain('looks after people')
  expect(await json('account', 'set', 'you', '--no-admin')).not.toHaveProperty('isAdmin')
})

test('accounts are listed', async () => {
  expect(await json('account', 'list')).toEqual({
    accounts: [
      { id: 'me', plan: 'active', allowed: true, quota: GB10 },
      { id: 'you', plan: 'active', allowed: true, zone: 'Europe/Berlin', quota: 5000 },
    ],
  })
  const { stdout } = await notegraph('account', 'list')
  expect(stdout).toMatch(
    /^me {3}active {2}on the list .*\nyou {2}active {2}on the list {2}Europe\/Berlin {2}5000 bytes\n$/,
  )
})

test('an account is shown with what it uses', async () => {
  await json('add', 'Ada', '--account', 'me')
  expect(await json('account', 'show', 'me')).toEqual({
    id: 'me',
    plan: 'active',
    allowed: true,
    quota: GB10,
    used: expect.any(Number),
    pages: 1,
    blocks: 1,
    files: 0,
  })
  expect((await notegraph('account', 'show', 'me')).stdout).toMatch(
    /^me {2}active {2}on the list .* bytes\n[\d,]+ bytes used: 1 page, 1 block, 0 files\n$/,
  )
  expect(await failure(1, 'account', 'show', 'nobody')).toContain('No account has the id "nobody".')
})

test('a missing or existing account is an error of one line', async () => {
  expect(await failure(1, 'account', 'create', 'me')).toContain('An account with the id "me" already exists.')
  expect(await failure(1, 'account', 'set', 'nobody')).toContain('No account has the id "nobody".')
  expect(await failure(1, 'account', 'remove', 'nobody', '--yes')).toContain(
    'No account has the id "nobody".',
  )
})

test('accounts are not removed where nobody can be asked', async () => {
  expect(await failure(2, 'account', 'remove', 'you')).toContain('--yes')
  expect((await json('account', 'remove', 'you', '--yes')) as object).toMatchObject({ ok: true })
  expect(await json('account', 'list')).toMatchObject({ accounts: [{ id: 'me' }] })
})

test('[D9.10] an account, or all of them, are signed out everywhere', async () => {
  await json('session', 'create', '--account', 'me', '--device', 'Phone')
  await json('token', 'create', '--account', 'me', '--name', 'Bot')
  const nothing = { browsers: 0, devices: 0, apps: 0, links: 0, tokens: 0, shares: 0, sites: 0 }
  expect(await json('account', 'sign-out', 'me')).toEqual({
    accounts: [{ id: 'me', ...nothing, devices: 1 }],
  })
  expect((await notegraph('account', 'sign-out', '--all', '--tokens', '--published')).stdout).toBe(
    'me: 1 token\n',
  )
  expect((await notegraph('account', 'sign-out', 'me')).stdout).toBe('me: nothing to end\n')
  expect(await failure(2, 'account', 'sign-out')).toContain('Name one account, or use --all.')
  expect(await failure(1, 'account', 'sign-out', 'nobody')).toContain('No account has the id "nobody".')
})

test('[D9.10] a removed account leaves its notes in the folder of --export, and a line in the audit log', async () => {
  const folder = at('kept')
  await json('account', 'create', 'leaving')
  expect((await notegraph('add', 'TODO pack', '--account', 'leaving')).code).toBe(0)
  const { code, stdout } = await notegraph('account', 'remove', 'leaving', '--export', folder, '--yes')
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Wrote .*1 block.*\nDeleted leaving\.\n$/)])
  expect(readdirSync(at('kept/journals'))).toHaveLength(1)
  const { events } = (await json('audit')) as { events: { event: string; by: string }[] }
  expect(events[0]).toMatchObject({ event: 'account_removed', by: 'operator' })
})
