/** Runs the examples that need a server, in Node, Bun, Deno or a web page. */
import { syncOnce } from './folder-sync.ts'
import { createEngine, fetchTransport, memoryStore } from '@notegraph/sync'
import { example as notes } from './client.ts'
import { example as account } from './client-2.ts'
import { expect } from './expect.ts'
import { memoryDisk } from './memory-disk.ts'
import { openPage } from './sync.ts'

/** @param name the name of the runtime; each runtime writes on pages of its own */
export async function served(url: string, token: string, session: string, name: string): Promise<string> {
  await notes(url, token, session)
  await account(url, token, session)

  const shown: string[][] = []
  const app = await openPage(url, session, `App ${name}`, (lines) => void shown.push(lines))
  await app.add('a boat')
  await app.engine.sync()
  const again = await openPage(url, session, `App ${name}`, () => {})
  const { id } = (await again.engine.pageNamed(`App ${name}`))!
  expect((await again.engine.blocks(id)).map(({ record }) => record.words.text)).toEqual(['a boat'])
  for (const { engine } of [app, again]) await engine.stop()

  const note = `pages/Folder ${name}.md`
  const from = new Map([
    ['logseq/config.edn', '{}'],
    [note, '- steep\n\t- three minutes\n'],
  ])
  const to = new Map([['logseq/config.edn', '{}']])
  for (const files of [from, to]) {
    const engine = createEngine({ store: memoryStore(), transport: fetchTransport({ url, token: session }) })
    await engine.open()
    const report = await syncOnce(engine, memoryDisk(files), NO_FILES, () => Date.now())
    expect(report.held).toEqual([])
    await engine.stop()
  }
  expect(to.get(note)).toEqual(from.get(note))
  return 'all examples hold'
}

const NO_FILES = {
  upload: async () => ({ ok: false, why: 'The trial keeps no files.' }) as const,
  download: async () => undefined,
}
