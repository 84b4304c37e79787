/** The example in the README of folder-sync, with two folders on disk and a server between them. */
import { join } from 'node:path'
import { importExample, readmeExamples } from '@notegraph/example-tests'
import type { Disk, Files, Report } from '@notegraph/folder-sync'
import { DiskTree } from '@notegraph/host'
import { createEngine, fetchTransport, memoryStore, type Engine } from '@notegraph/sync'
import { expect, test } from 'vitest'
import { serverFiles } from '../src/sync/server-files.ts'
import { startSynced, type SyncedFolder } from './synced.ts'

interface Exports {
  syncOnce: (engine: Engine, disk: Disk, files: Files, now: () => number) => Promise<Report>
}

const README = new URL('../README.md', import.meta.resolve('@notegraph/folder-sync'))

test('the example of the README brings two folders in step', async () => {
  const { syncOnce } = await importExample<Exports>(readmeExamples(README)[0]!)
  const server = await startSynced()
  const once = async ({ at, session }: SyncedFolder) => {
    const engine = createEngine({
      device: 'example',
      store: memoryStore(),
      transport: fetchTransport({
        url: server.url,
        token: session,
        fetch: async (to, init) => fetch(to, init),
      }),
      environment: {
        now: Date.now,
        later: () => () => {},
        random: () => 0.5,
        newId: () => crypto.randomUUID(),
      },
    })
    await engine.open()
    const disk = new DiskTree(at, join(at, 'logseq', '.notegraph'))
    const report = await syncOnce(engine, disk, serverFiles(disk, server.url, session), Date.now)
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
