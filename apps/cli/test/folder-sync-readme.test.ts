/** The example in the README of folder-sync, with two folders on disk and a server between them. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import * as folderSync from '@notegraph/folder-sync'
import { DiskTree } from '@notegraph/host'
import { createEngine, fetchTransport, memoryStore, type Engine } from '@notegraph/sync'
import { expect, test } from 'vitest'
import { serverFiles } from '../src/sync/server-files.ts'
import { startSynced, type SyncedFolder } from './synced.ts'

const README = readFileSync(new URL('../README.md', import.meta.resolve('@notegraph/folder-sync')), 'utf8')
const example = /```ts\n([^]*?)```/.exec(README)?.[1] ?? ''
const program = stripTypeScriptTypes(example)
  .replaceAll(/^import (\{[^}]*\}) from '@notegraph\/folder-sync'$/gm, 'const $1 = folderSync')
  .replaceAll(/^import .*$/gm, '')
  .replaceAll(/^export /gm, '')

type SyncOnce = (
  engine: Engine,
  disk: folderSync.Disk,
  files: folderSync.Files,
  now: () => number,
) => Promise<folderSync.Report>
// oxlint-disable-next-line typescript/no-implied-eval -- the test runs the example of the README
const syncOnce = new Function('folderSync', `${program}\nreturn syncOnce`)(folderSync) as SyncOnce

test('the example of the README brings two folders in step', async () => {
  const server = await startSynced()
  const once = async ({ at, session }: SyncedFolder) => {
    const engine = createEngine({
      device: 'example',
      store: memoryStore(),
      transport: fetchTransport({ url: server.url, session, fetch: async (to, init) => fetch(to, init) }),
      environment: {
        now: Date.now,
        later: () => () => {},
        random: Math.random,
        newId: () => crypto.randomUUID(),
      },
    })
    await engine.open()
    const files = serverFiles(at, server.url, session)
    const report = await syncOnce(engine, new DiskTree(at, join(at, 'logseq', '.notegraph')), files, Date.now)
    await engine.stop()
    return report
  }
  const [a, b] = [await server.folder('a'), await server.folder('b')]
  for (const folder of [a, b]) folder.write('logseq/config.edn', '{}')
  a.write('pages/Tea.md', '- steep ![leaf](../assets/leaf.png)\n\t- three minutes\n')
  a.write('assets/leaf.png', 'PNG')
  expect(await once(a)).toMatchObject({ taken: 1, filesSent: 1, written: 0, held: [] })
  expect(await once(b)).toMatchObject({ taken: 0, filesFetched: 1, written: 1 })
  expect(b.read('pages/Tea.md')).toBe(a.read('pages/Tea.md'))
  expect(b.read('assets/leaf.png')).toBe('PNG')
  await server.stop()
})
