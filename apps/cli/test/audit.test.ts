/** The audit log: sign-ins, and uses of tokens, sessions and links. */
import { expect, test } from 'vitest'
import { useHome } from './home.ts'

const { notegraph, json, failure } = useHome()

test('audit log: what was done with what opens an account is listed, by ids and words of its own', async () => {
  await json('account', 'create', 'watched')
  const made = (await json('token', 'create', '--account', 'watched', '--name', 'Secret name')) as {
    id: string
  }
  await notegraph('token', 'revoke', made.id)
  await json('account', 'set', 'watched', '--plan', 'none')
  const listed = await json('audit', '--account', 'watched')
  expect(listed).toEqual({
    account: expect.stringMatching(/^[\w-]{16}$/),
    events: [
      { at: expect.any(Number), event: 'plan_changed', by: 'operator', detail: 'active to none' },
      { at: expect.any(Number), event: 'token_revoked', by: 'operator', subject: made.id },
      { at: expect.any(Number), event: 'token_made', by: 'operator', subject: made.id, detail: 'read' },
      { at: expect.any(Number), event: 'account_made', by: 'operator' },
    ],
    total: 4,
  })
  expect((await notegraph('audit', '--account', 'watched', '--limit', '1')).stdout).toMatch(
    /^Account tag in the server log: [\w-]{16}\n\S+Z +plan_changed +by operator +active to none\n$/,
  )
  expect(await json('audit')).toEqual({ events: [], total: 0 })
  expect(await failure(1, 'audit', '--account', 'nobody')).toContain('No account has the id')
})
