/**
 * The client on a SQLite file in Node. The test of the offline page runs it in Chromium.
 *
 * @module-tag process
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { notesClient, type NotesClient } from '@notegraph/client'
import { memoryStore } from '@notegraph/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runProgram } from '../run-program.ts'
import { startApp, type ServedApp } from '../served-app.ts'
import { openClient, type NotesOfToday } from './client.ts'

let app: ServedApp
let notes: NotesClient
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-client-'))
  app = await startApp()
  notes = notesClient({ url: app.url, token: app.token })
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

const sessionOf = async (device: string): Promise<string> =>
  (await app.asOperator((operators) => operators.createSession('me', { device }))).session
const texts = async (client: NotesOfToday): Promise<string[]> =>
  (await client.lines()).map(({ text }) => text)

test("adds, changes, removes and undoes on today's page, and follows other devices", async () => {
  const open = async (device: string): Promise<NotesOfToday> => {
    const client = openClient({
      url: app.url,
      session: await sessionOf(device),
      store: memoryStore(),
      device,
    })
    await client.start()
    expect((await client.sync()).ok).toBe(true)
    return client
  }
  const [phone, laptop] = [await open('phone'), await open('laptop')]
  let shown: string[] = []
  const end = laptop.follow((lines) => (shown = lines.map(({ text }) => text)))

  expect((await phone.add('buy rope')).ok).toBe(true)
  await phone.sync()
  await expect.poll(() => shown).toContain('buy rope')
  const line = (await laptop.lines()).find(({ text }) => text === 'buy rope')!
  expect((await laptop.change(line, 'TODO buy rope')).ok).toBe(true)
  expect(await laptop.openTasks()).toContain('TODO buy rope')
  expect(await laptop.search('rope')).toContain('TODO buy rope')
  expect((await laptop.remove(line)).ok).toBe(true)
  expect(await texts(laptop)).not.toContain('TODO buy rope')
  expect(await laptop.undo()).toBe(true)
  expect(await texts(laptop)).toContain('TODO buy rope')
  expect(await laptop.undo()).toBe(true)
  expect(await texts(laptop)).toContain('buy rope')
  expect(await laptop.redo()).toBe(true)
  await laptop.sync()
  await expect.poll(() => texts(phone)).toContain('TODO buy rope')
  expect((await phone.pending()).waiting).toBe(0)
  end()
  await Promise.all([phone.stop(), laptop.stop()])
})

test('the program keeps the notes in a file, and shows them without the server', async () => {
  const env = {
    NOTEGRAPH_URL: app.url,
    NOTEGRAPH_SESSION: await sessionOf('terminal'),
    NOTEGRAPH_STORE: join(folder, 'notes.sqlite'),
  }
  const run = (...args: string[]) => runProgram('client/terminal.ts', args, env)
  const added = await run('add', 'call', 'the', 'lock')
  expect([added.code, added.stderr]).toEqual([0, ''])
  expect(added.stdout).toContain('- call the lock\n')
  expect((await notes.readDay('today', { limit: 200 })).blocks.map(({ content }) => content)).toContain(
    'call the lock',
  )
  env.NOTEGRAPH_URL = 'http://127.0.0.1:9'
  const offline = await run('search', 'lock')
  expect(offline.stdout.split('\n')[0]).toBe('call the lock')
  expect(offline.stderr).not.toBe('')
})

test('without a session the program says what is missing', async () => {
  const { code, stderr } = await runProgram('client/terminal.ts', [], { NOTEGRAPH_SESSION: '' })
  expect([code, stderr]).toEqual([2, 'Set NOTEGRAPH_SESSION to the session of this device.\n'])
})

test('the documentation of the packages shows this client', () => {
  const read = (path: string): string => readFileSync(resolve(import.meta.dirname, path), 'utf8')
  expect(read('../../docs/packages.md')).toContain(`\`\`\`ts\n${read('client.ts')}\`\`\``)
})
