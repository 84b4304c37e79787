/** The commands backup and restore. */
import { mkdtempSync, rmSync } from 'node:fs'
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
  expect(JSON.parse(restored.stdout)).toMatchObject({ accounts: 1, files: 0, damaged: [] })
  expect((await call('account', 'list')).stdout).toMatch(/^ada .*\n$/)
  for (const folder of [at('nowhere'), at('.')])
    expect(await call('restore', folder)).toMatchObject({
      code: 1,
      stderr: `notegraph: ${folder} is not a backup: it has no backup.json.\n`,
    })
})
