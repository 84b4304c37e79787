/** A device for tests: its engine in memory, without a server, and a page with one block. */
import { createEngine, memoryStore, type Engine } from '@notegraph/sync'

const NOBODY = {
  pull: async () => Promise.reject(new Error('offline')),
  push: async () => Promise.reject(new Error('offline')),
}

export async function deviceWithPage(): Promise<{ engine: Engine; texts: () => Promise<string[]> }> {
  const engine = createEngine({ device: 'one', store: memoryStore(), transport: NOBODY })
  await engine.edit([
    { do: 'openPage', name: 'Boats', id: 'boats' },
    { do: 'addBlock', id: 'a', where: { pageId: 'boats' }, text: 'keel' },
  ])
  const texts = async () => (await engine.blocks('boats')).map(({ record }) => record.words.text)
  return { engine, texts }
}
