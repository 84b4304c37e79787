/**
 * Backup and restore, killed before each change that they make to files: afterwards there is the old state or the new one.
 *
 * @module-tag process
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listBackups, openStore, readSettings } from '@notegraph/host'
import { checkCopies } from '@notegraph/store/sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, start } from './run.ts'

const KILLER = fileURLToPath(new URL('kill-at.mjs', import.meta.url))

const FOLDERS = ['data', 'backups'] as const

let home: string
const at = (path: string) => join(home, path)
const env = () => ({
  NOTEGRAPH_DATA: at('data'),
  NOTEGRAPH_SECRET_KEY_FILE: at('secret.key'),
  NOTEGRAPH_BACKUP_FOLDER: at('backups'),
  NOTEGRAPH_BACKUP_KEEP: '1',
})
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'notegraph-killed-'))
  const calls = [
    ['account', 'create', 'ada'],
    ['add', 'TODO pack', '--account', 'ada'],
    ['backup', at('backup')],
    ['backups', '--now'],
    ['account', 'create', 'bob'],
    ['add', 'TODO unpack', '--account', 'bob'],
  ]
  for (const call of calls)
    if ((await run(call, env())).code !== 0) throw new Error(`${call.join(' ')} failed`)
  for (const folder of FOLDERS) cpSync(at(folder), at(`${folder}-before`), { recursive: true })
})
afterAll(() => rmSync(home, { recursive: true }))

/** Runs a command until it is not killed any more, and looks at what each run left. The last one is whole. */
async function killedAtEach<T>(
  args: readonly string[],
  folder: (typeof FOLDERS)[number],
  look: () => Promise<T> | T,
): Promise<T[]> {
  const found: T[] = []
  for (let code: number | null = null; code === null;) {
    for (const one of FOLDERS) {
      rmSync(at(one), { recursive: true })
      cpSync(at(`${one}-before`), at(one), { recursive: true })
    }
    const killed = start(args, {
      ...env(),
      NODE_OPTIONS: `--import=${KILLER}`,
      KILL_AT: String(found.length),
      KILL_BELOW: at(folder),
    })
    const ended = await killed.ended
    code = ended.code
    expect([code, ended.stderr]).toEqual([code === null ? null : 0, ''])
    found.push(await look())
  }
  return found
}

/** The accounts of the data, all of it checked. */
async function accounts(): Promise<string> {
  const { store } = await openStore(readSettings(env()))
  try {
    const ids = (await store.accounts.list()).map(({ id }) => id)
    for (const id of ids) {
      expect(await store.graph(id).maintenance.check()).toEqual([])
      expect((await store.graph(id).pages.list({}, { limit: 1, offset: 0 })).total).toBe(1)
    }
    return ids.join(' and ')
  } finally {
    await store.close()
  }
}

test(
  '[operations] a restore that is killed leaves the data of before, or the restored',
  { timeout: 1_200_000 },
  async () => {
    const found = await killedAtEach(['restore', at('backup')], 'data', accounts)
    const restored = found.indexOf('ada')
    expect(found).toEqual(found.map((_, n) => (n < restored ? 'ada and bob' : 'ada')))
    // It is killed before and after the step that decides.
    expect(restored).toBeGreaterThan(2)
    expect(found.length - restored).toBeGreaterThan(3)
  },
)

test(
  '[operations] a backup that is killed leaves the one of before, or a new one',
  { timeout: 1_200_000 },
  async () => {
    const found = await killedAtEach(['backups', '--now'], 'backups', () => {
      const backups = listBackups(at('backups'))
      for (const { name } of backups) expect(checkCopies(join(at('backups'), name))).toEqual([])
      return Math.max(...backups.map((one) => one.accounts))
    })
    const made = found.indexOf(2)
    expect(found).toEqual(found.map((_, n) => (n < made ? 1 : 2)))
    expect(made).toBeGreaterThan(2)
  },
)
