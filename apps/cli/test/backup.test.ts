/** The commands backup and restore. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from './run.ts'

let home: string
const at = (path: string) => join(home, path)
beforeAll(() => void (home = mkdtempSync(join(tmpdir(), 'notegraph-cli-'))))
afterAll(() => rmSync(home, { recursive: true }))

test('[operations] a backup is taken, refused twice, and put back', async () => {
  const store = { NOTEGRAPH_DATA: at('kept') }
  const call = async (...args: string[]) => run(args, store)
  expect((await call('account', 'create', 'ada')).code).toBe(0)
  const taken = await call('backup', at('backup'))
  expect(taken).toMatchObject({ code: 0, stdout: `Copied 1 account and 0 files to ${at('backup')}.\n` })
  const again = { code: 1, stderr: `notegraph: ${at('backup')} is not empty. Choose a new folder.\n` }
  expect(await call('backup', at('backup'))).toMatchObject(again)
  await call('account', 'create', 'bob')
  const restored = await call('restore', at('backup'), '--json')
  const ended = { browsers: 0, devices: 0, apps: 0, links: 0, tokens: 0, shares: 0, sites: 0 }
  expect(JSON.parse(restored.stdout)).toMatchObject({ accounts: 1, files: 0, damaged: [], ended })
  expect((await call('account', 'list')).stdout).toMatch(/^ada .*\n$/)
  for (const folder of [at('nowhere'), at('.')])
    expect(await call('restore', folder)).toMatchObject({
      code: 1,
      stderr: `notegraph: ${folder} is not a backup: it has no backup.json.\n`,
    })
})

test('[D9.10] a restore says whose access it ended, and with --keep-access that it ended none', async () => {
  const store = { NOTEGRAPH_DATA: at('open') }
  const call = async (...args: string[]) => run(args, store)
  await call('account', 'create', 'ada')
  await call('session', 'create', '--account', 'ada', '--device', 'Phone')
  await call('backup', at('of-open'))
  const devices = async () => {
    const listed = await call('session', 'list', '--account', 'ada', '--json')
    return JSON.parse(listed.stdout).sessions.length
  }
  const kept = await call('restore', at('of-open'), '--keep-access')
  expect(kept.stdout).toContain('\nNobody was signed out. Whatever ended since the backup works again.\n')
  expect(await devices()).toBe(1)
  const restored = await call('restore', at('of-open'))
  expect(restored.stdout).toContain('\nEnded: 1 device. People and devices sign in again. ')
  expect(await devices()).toBe(0)
})

test('[operations] scheduled backups are listed, fail if there is none, and come back in a new folder', async () => {
  const store = { NOTEGRAPH_DATA: at('home'), NOTEGRAPH_BACKUP_FOLDER: at('scheduled') }
  const call = async (...args: string[]) => run(args, store)
  await call('account', 'create', 'ada')
  await call('add', 'TODO pack', '--account', 'ada')
  const none = { code: 1, stderr: `notegraph: ${at('scheduled')} has no backup yet.\n` }
  expect(await call('backups')).toMatchObject(none)
  expect(JSON.parse((await call('backups', '--json')).stdout)).toMatchObject({ backups: [], isLate: true })
  const made = await call('backups', '--now')
  expect([made.code, made.stdout]).toEqual([
    0,
    expect.stringMatching(/^\d{8}T\d{6}Z {2}\S+Z {2}1 account, 0 files\n$/),
  ])
  expect(JSON.parse((await call('backups', '--json')).stdout)).toMatchObject({
    folder: at('scheduled'),
    backups: [{ accounts: 1, files: 0, damaged: 0 }],
    isLate: false,
  })
  // Another machine has the copy of the folder, and of the key.
  cpSync(at('scheduled'), at('elsewhere'), { recursive: true })
  const other = { NOTEGRAPH_DATA: at('new'), NOTEGRAPH_SECRET_KEY_FILE: at('home.key') }
  const restored = await run(['restore', at('elsewhere'), '--keep-access'], other)
  expect([restored.code, restored.stdout]).toEqual([
    0,
    expect.stringMatching(/^Restored 1 account and 0 files/),
  ])
  expect((await run(['search', 'pack', '--account', 'ada'], other)).stdout).toContain('pack')
})

test('[operations] backups need a folder, outside of the data', async () => {
  const call = async (folder: string) =>
    run(['backups'], { NOTEGRAPH_DATA: at('home'), NOTEGRAPH_BACKUP_FOLDER: folder })
  expect((await call('')).stderr).toContain('NOTEGRAPH_BACKUP_FOLDER: set the folder')
  for (const folder of [at('home'), at('home/backups')])
    expect((await call(folder)).stderr).toContain('is in NOTEGRAPH_DATA')
  expect((await call(at('home-backups'))).stderr).toContain('has no backup yet')
  writeFileSync(at('home-file'), '')
  expect((await call(at('home-file'))).stderr).toContain(
    'The folder of the backups cannot be read (ENOTDIR).',
  )
})
