/** Commands for tokens. */
import { beforeAll, expect, test } from 'vitest'
import { useHome } from './home.ts'

const { notegraph, json, failure } = useHome()
beforeAll(() => json('account', 'create', 'me'))

let id: string

test('tokens are printed alone, once', async () => {
  const { code, stdout, stderr } = await notegraph('token', 'create', '--account', 'me', '--name', 'laptop')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^ngp_\w{49}\n$/)
  const made = await json(
    'token',
    'create',
    '--account',
    'me',
    '--name',
    'kitchen',
    '--scope',
    'write',
    '--zone',
    'Asia/Tokyo',
  )
  expect(made).toEqual({
    token: expect.stringMatching(/^ngp_/),
    id: expect.any(String),
    name: 'kitchen',
    scope: 'write',
    zone: 'Asia/Tokyo',
  })
  id = (made as { id: string }).id
})

test('a token may have a last day', async () => {
  await json('account', 'create', 'weekly')
  const args = ['token', 'create', '--account', 'weekly', '--name', 'week', '--zone', 'Asia/Tokyo']
  const made = await json(...args, '--expires', '2999-12-31')
  expect(made).toMatchObject({ expiresAt: Date.parse('2999-12-31T15:00:00Z') })
  expect((await notegraph('token', 'list', '--account', 'weekly')).stdout).toContain('until 2999-12-31T15')
  expect(await failure(2, ...args, '--expires', '2999-02-30')).toContain('a day on the calendar')
  expect(await failure(1, ...args, '--expires', '2020-01-01')).toContain('today or a later day')
})

test('rights need a token that writes', async () => {
  const args = ['token', 'create', '--account', 'weekly', '--name', 'tidy', '--may', 'organize']
  expect(await failure(2, ...args)).toContain('--may requires --scope write.')
  expect(await json(...args, '--scope', 'write')).toMatchObject({ scope: 'write', may: ['organize'] })
})

test('tokens are listed without their secrets, and revoked', async () => {
  const first = { id: expect.any(String), name: 'laptop', scope: 'read', createdAt: expect.any(Number) }
  const second = { id, name: 'kitchen', scope: 'write', zone: 'Asia/Tokyo', createdAt: expect.any(Number) }
  expect(await json('token', 'list', '--account', 'me')).toEqual({ tokens: [first, second] })
  expect((await notegraph('token', 'revoke', id)).stdout).toBe('Revoked kitchen.\n')
  expect(await json('token', 'list', '--account', 'me')).toEqual({
    tokens: [first, { ...second, revokedAt: expect.any(Number) }],
  })
  expect(await failure(1, 'token', 'revoke', 'nothing')).toContain('No token has the id')
  expect(await failure(1, 'token', 'list', '--account', 'nobody')).toContain('No account has the id')
})
