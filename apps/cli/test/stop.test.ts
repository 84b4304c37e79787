/**
 * Long commands that a signal stops: their messages and the state afterwards.
 *
 * @module-tag process
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '@notegraph/store/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { run, start } from './run.ts'

const NOTES = 200
const BLOCKS = 200
const FILES = 400

let home: string
const at = (path: string) => join(home, path)
const env = () => ({ NOTEGRAPH_DATA: at('data') })
const json = async (...args: string[]) =>
  JSON.parse((await run([...args, '--json'], env())).stdout) as unknown
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'notegraph-stop-'))
  await run(['account', 'create', 'me'], env())
  mkdirSync(at('notes'))
})
afterEach(() => rmSync(home, { recursive: true }))

const until = (met: () => boolean | Promise<boolean>) => expect.poll(met, { interval: 5 }).toBe(true)

test.each(['SIGINT', 'SIGTERM'] as const)(
  '[operations] %s stops an import, which says so; run again it adds the rest',
  async (signal) => {
    const text = Array.from({ length: BLOCKS }, (_, n) => `- block ${n}\n`).join('')
    for (let n = 0; n < NOTES; n++) writeFileSync(at(`notes/${n}.md`), text)
    const store = openSqlite(at('data'))
    const blocks = async () => (await store.graph('me').storage.usage()).blocks.count
    const { child, ended } = start(['import', at('notes'), '--account', 'me'], env())
    await until(async () => (await blocks()) > 0)
    child.kill(signal)
    const { code, stdout, stderr } = await ended
    expect([code, stdout]).toEqual([1, ''])
    const kept = await blocks()
    expect(stderr).toBe(
      `notegraph: Stopped. ${(kept / BLOCKS).toLocaleString('en')} pages, 0 journal days, ${kept.toLocaleString('en')} blocks, 0 files were imported. Run the same command again to add the rest.\n`,
    )
    expect(kept).toBeLessThan(NOTES * BLOCKS)
    expect(await json('import', at('notes'), '--account', 'me')).toMatchObject({
      blocks: NOTES * BLOCKS - kept,
      skipped: kept + kept / BLOCKS,
    })
    expect(await store.graph('me').maintenance.check()).toEqual([])
    await store.close()
  },
)

test('[operations] a signal stops a backup, which leaves nothing half', async () => {
  mkdirSync(at('notes/assets'))
  writeFileSync(at('notes/a.md'), '- a\n')
  for (let n = 0; n < FILES; n++) writeFileSync(at(`notes/assets/${n}.bin`), String(n))
  expect(await json('import', at('notes'), '--account', 'me')).toMatchObject({ files: FILES })
  const { child, ended } = start(['backup', at('backup')], env())
  await until(() => existsSync(at('backup/files')))
  child.kill('SIGTERM')
  expect(await ended).toEqual({
    code: 1,
    stdout: '',
    stderr: 'notegraph: Stopped. The incomplete backup was deleted. Run the same command again.\n',
  })
  expect(existsSync(at('backup'))).toBe(false)
})
