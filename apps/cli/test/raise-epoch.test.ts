/** A restore with the tools of the file system, drilled with a real server and the folders of two devices. */
import { cpSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSynced, type Synced, type SyncedFolder } from './synced.ts'

let server: Synced
let laptop: SyncedFolder
let phone: SyncedFolder
const at = (name: string) => join(server.home, name)

beforeAll(async () => {
  server = await startSynced()
  laptop = await server.folder('laptop')
  phone = await server.folder('phone')
})
afterAll(() => server.stop())

const pages = async (folder: SyncedFolder) =>
  (await folder.files()).filter((file) => file.startsWith('pages/'))

/** The epoch of the server, as a command prints it. */
async function raised(...args: string[]): Promise<number> {
  const { stdout } = await server.run('account', 'raise-epoch', ...args, '--json')
  const { accounts } = JSON.parse(stdout) as { accounts: { id: string; epoch: number }[] }
  expect(accounts.map(({ id }) => id)).toEqual(['me'])
  return accounts[0]!.epoch
}

test('[operations] after a restore of the folder, devices bring back what it lacks', async () => {
  laptop.write('pages/Before.md', '- before the snapshot\n')
  await laptop.synced()
  await phone.synced()
  const before = await raised('--all')
  await server.whileStopped(async () => cpSync(at('data'), at('snapshot'), { recursive: true }))
  laptop.write('pages/After.md', '- after the snapshot\n')
  await laptop.synced()
  await server.whileStopped(async () => {
    renameSync(at('data'), at('lost'))
    renameSync(at('snapshot'), at('data'))
    rmSync(at('lost'), { recursive: true })
    expect(await raised('--all')).toBeGreaterThan(before)
  })
  // The commits of another device take the numbers that the laptop has seen with other content.
  for (const name of ['One', 'Two', 'Three']) {
    phone.write(`pages/${name}.md`, `- ${name}\n`)
    await phone.synced()
  }
  for (const folder of [laptop, phone, laptop]) await folder.synced()
  const all = ['After', 'Before', 'One', 'Three', 'Two'].map((name) => `pages/${name}.md`)
  expect(await pages(phone)).toEqual(all)
  expect(await pages(laptop)).toEqual(all)
})

test('each raise gives a greater epoch', async () => {
  await server.run('account', 'create', 'without-a-graph')
  const epochs = [await raised('me'), await raised('--all'), await raised('me')]
  expect(epochs).toEqual(epochs.toSorted((a, b) => a - b))
  expect(new Set(epochs).size).toBe(3)
})

test.each([
  [[], 2, 'Name one account, or use --all.'],
  [['me', '--all'], 2, 'Name one account, or use --all.'],
  [['nobody'], 1, 'No account has the id "nobody".'],
])('raise-epoch %j fails with %i', async (args, code, why) => {
  const ended = await server.run('account', 'raise-epoch', ...args)
  expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(why)])
})
