/** Commands for device sessions. */
import { beforeAll, expect, test } from 'vitest'
import { useHome } from './home.ts'

const { notegraph, json, failure } = useHome()
beforeAll(() => json('account', 'create', 'me'))

test("a device's session is printed alone, once", async () => {
  const { code, stdout, stderr } = await notegraph(
    'session',
    'create',
    '--account',
    'me',
    '--device',
    'phone',
  )
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^ngs_\w{49}\n$/)
  expect(await json('session', 'create', '--account', 'me', '--device', 'phone')).toEqual({
    session: expect.stringMatching(/^ngs_\w{49}$/),
    id: expect.any(String),
    device: 'phone',
  })
  expect(await failure(1, 'session', 'create', '--account', 'nobody', '--device', 'phone')).toContain(
    'No account has the id "nobody".',
  )
})

test('sessions are listed, the newest first, and revoked', async () => {
  await json('account', 'create', 'ada')
  const [phone, desk] = [
    (await json('session', 'create', '--account', 'ada', '--device', 'phone')) as { id: string },
    (await json('session', 'create', '--account', 'ada', '--device', 'desk')) as { id: string },
  ]
  const shown = (id: string, device: string) => ({ id, device, createdAt: expect.any(Number) })
  expect(await json('session', 'list', '--account', 'ada')).toEqual({
    sessions: [shown(desk.id, 'desk'), shown(phone.id, 'phone')],
  })
  expect((await notegraph('session', 'list', '--account', 'ada')).stdout).toMatch(
    /^\S{36} {2}desk {3}since \S+Z {2}never used\n\S{36} {2}phone {2}since/,
  )
  expect((await notegraph('session', 'revoke', phone.id)).stdout).toBe('Revoked phone.\n')
  expect(await json('session', 'revoke', desk.id)).toEqual(shown(desk.id, 'desk'))
  expect(await json('session', 'list', '--account', 'ada')).toEqual({ sessions: [] })
  expect(await json('audit', '--account', 'ada', '--limit', '2')).toMatchObject({
    events: [{ event: 'device_ended' }, { event: 'device_ended' }],
  })
  expect(await failure(1, 'session', 'revoke', 'nothing')).toContain('No session has the id "nothing".')
  expect(await failure(1, 'session', 'list', '--account', 'nobody')).toContain('No account has the id')
})
