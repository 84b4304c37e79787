/**
 * Backups in a bucket, and the way back on a new machine, with a real server of the protocol.
 *
 * @module-tag process
 */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startS3, type S3Server } from '../packages/store/test/s3-server.ts'
import { run, start } from '../apps/cli/test/run.ts'
import { listBackups } from '../packages/host/src/index.ts'
import { checkCopies } from '../packages/store/src/sqlite/index.ts'

const KILLER = fileURLToPath(new URL('../apps/cli/test/kill-at.mjs', import.meta.url))

let home: string
let server: S3Server
const at = (path: string) => join(home, path)
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'notegraph-copies-'))
  server = await startS3()
})
afterAll(async () => {
  await server.close()
  rmSync(home, { recursive: true })
})

/** The settings of a machine. */
const machine = (name: string, bucket = server.bucket.name) => ({
  NOTEGRAPH_DATA: at(`${name}/data`),
  NOTEGRAPH_SECRET_KEY_FILE: at('secret.key'),
  NOTEGRAPH_BACKUP_FOLDER: at(`${name}/backups`),
  NOTEGRAPH_BACKUP_KEEP: '2',
  NOTEGRAPH_BACKUP_S3_BUCKET: bucket,
  NOTEGRAPH_BACKUP_S3_ENDPOINT: server.bucket.endpoint!,
  NOTEGRAPH_BACKUP_S3_KEY: server.bucket.accessKeyId,
  NOTEGRAPH_BACKUP_S3_SECRET: server.bucket.secretAccessKey,
})

test('[operations] a backup is copied to the bucket, and a new machine has all from it', async () => {
  const old = async (...args: string[]) => run(args, machine('old'))
  const fresh = async (...args: string[]) => run(args, machine('new'))
  await old('account', 'create', 'ada')
  await old('add', 'TODO pack', '--account', 'ada')
  expect(await fresh('restore', at('new/backups'), '--fetch')).toMatchObject({
    code: 1,
    stderr: 'notegraph: The bucket notes: it has no backup.\n',
  })
  const made = await old('backups', '--now', '--json')
  expect(made.code).toBe(0)
  const [{ name }] = (JSON.parse(made.stdout) as { backups: [{ name: string }] }).backups
  expect(await fresh('restore', at('new/backups'), '--fetch', '20200101T000000Z')).toMatchObject({
    code: 1,
    stderr: `notegraph: The bucket notes: it has none of the name 20200101T000000Z, but ${name}.\n`,
  })
  for (const wanted of [[], [name]])
    expect(await fresh('restore', at('new/backups'), '--fetch', ...wanted)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Restored 1 account and 0 files/) as string,
    })
  expect(readdirSync(at('new/backups'))).toEqual([name])
  expect((await fresh('search', 'pack', '--account', 'ada')).stdout).toContain('pack')
})

test('[operations] a copy that fails is reported, and leaves the backup in the folder', async () => {
  const wrong = async (...args: string[]) => run(args, machine('old', 'nobody'))
  const { code, stderr } = await wrong('backups', '--now')
  const words = 'The copy to the bucket nobody failed (NoSuchBucket).'
  expect([code, stderr]).toEqual([1, `notegraph: ${words}\n`])
  const listed = await wrong('backups', '--json')
  expect(JSON.parse(listed.stdout)).toMatchObject({ isLate: true, failed: { why: words } })
  expect(listed.code).toBe(1)
  expect((await run(['backups', '--now'], machine('old'))).code).toBe(0)
})

test('[operations] a restore from a bucket needs one', async () => {
  const { NOTEGRAPH_BACKUP_FOLDER, NOTEGRAPH_DATA } = machine('old')
  expect(
    await run(['restore', at('x'), '--fetch'], { NOTEGRAPH_BACKUP_FOLDER, NOTEGRAPH_DATA }),
  ).toMatchObject({
    code: 1,
    stderr: 'notegraph: NOTEGRAPH_BACKUP_S3_BUCKET: set the bucket that has the backups.\n',
  })
})

test(
  '[operations] a restore that is killed while it fetches leaves the data of before, and goes on',
  { timeout: 600_000 },
  async () => {
    const fresh = machine('killed')
    const folder = fresh.NOTEGRAPH_BACKUP_FOLDER
    const call = ['restore', folder, '--fetch']
    const accounts = async () => {
      for (const { name } of listBackups(folder)) expect(checkCopies(join(folder, name))).toEqual([])
      const { stdout } = await run(['account', 'list', '--json'], fresh)
      return (JSON.parse(stdout) as { accounts: { id: string }[] }).accounts.map(({ id }) => id)
    }
    await run(['account', 'create', 'ada'], machine('old'))
    await run(['backups', '--now'], machine('old'))
    await run(['account', 'create', 'bob'], fresh)
    cpSync(fresh.NOTEGRAPH_DATA, at('killed-before'), { recursive: true })
    const killed: (readonly string[])[] = []
    for (let code: number | null = null; code === null;) {
      rmSync(at('killed'), { recursive: true })
      cpSync(at('killed-before'), fresh.NOTEGRAPH_DATA, { recursive: true })
      const killing = {
        NODE_OPTIONS: `--import=${KILLER}`,
        KILL_AT: String(killed.length),
        KILL_BELOW: folder,
      }
      const ended = await start(call, { ...fresh, ...killing }).ended
      code = ended.code
      expect([code, ended.stderr]).toEqual([code === null ? null : 0, ''])
      killed.push(await accounts())
      const next = await run(call, fresh)
      expect([next.code, await accounts(), readdirSync(folder).length]).toEqual([0, ['ada'], 1])
    }
    const done = killed.pop()
    expect(done).toEqual(['ada'])
    expect(killed).toEqual(killed.map(() => ['bob']))
    expect(killed.length).toBeGreaterThan(10)
  },
)
