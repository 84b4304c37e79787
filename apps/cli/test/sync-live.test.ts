/**
 * The command sync while it runs, over HTTP with a real server.
 *
 * @module-tag process
 */
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { start, type Started } from './run.ts'
import { startPair, type SyncedFolder } from './synced.ts'

const { server, a, b } = await startPair()
afterAll(() => server.stop())

/** Syncs a folder until the test has ended. */
async function running(folder: SyncedFolder): Promise<Started> {
  const one = start(['sync', folder.at], server.env(folder.session))
  onTestFinished(() => void one.child.kill('SIGKILL'))
  await one.said(/in sync/)
  return one
}

async function stopped(one: Started): Promise<void> {
  one.child.kill('SIGTERM')
  expect(await one.ended).toMatchObject({ code: 0, stderr: '' })
}

test('an edit goes up by itself, and comes down on the other side', async () => {
  const token = (await server.run('token', 'create', '--account', 'me', '--name', 'reader')).stdout.trim()
  const headers = { Authorization: `Bearer ${token}` }
  const one = await running(a)
  a.write('pages/Live.md', '- typed while it runs\n')
  // Syncs of the other folder would share the rate of this address with the one that has to send the edit.
  const status = async () => (await fetch(`${server.url}/api/v1/notes/pages/Live`, { headers })).status
  await expect.poll(status, { interval: 500 }).toBe(200)
  await b.synced()
  expect(b.read('pages/Live.md')).toBe('- typed while it runs\n')
  await stopped(one)
})

test('an edit of one of two that run comes down on the other before its next minute', async () => {
  const both = await Promise.all([running(a), running(b)])
  a.write('pages/Heard.md', '- heard at once\n')
  // The pull of the minute would bring it too. It takes about two seconds.
  await expect.poll(() => b.has('pages/Heard.md'), { timeout: 45_000, interval: 100 }).toBe(true)
  expect(b.read('pages/Heard.md')).toBe('- heard at once\n')
  for (const one of both) await stopped(one)
})

test('a folder that another process syncs is refused', async () => {
  const one = await running(a)
  expect((await a.sync('--once')).stderr).toContain('Another process')
  await stopped(one)
})
