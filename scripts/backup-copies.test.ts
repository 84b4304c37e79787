/**
 * Backups in a bucket, and the way back on a new machine, with a real server of the protocol.
 *
 * @module-tag process
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startS3, type S3Server } from '../packages/store/test/s3-server.ts'
import { run } from '../apps/cli/test/run.ts'

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
