import { createEngine, fetchTransport, memoryStore, type Edited } from '@notegraph/sync'

/** A page of an app: it shows what is there, and takes what is typed. */
export async function openPage(url: string, session: string, name: string, show: (lines: string[]) => void) {
  const engine = createEngine({
    device: 'phone', // this device's own, kept for good
    store: memoryStore(), // gone with the app; a real one has a store that lasts
    transport: fetchTransport({ url, session, fetch: async (to, init) => fetch(to, init) }),
    around: {
      now: () => Date.now(),
      random: () => Math.random(),
      newId: () => crypto.randomUUID(),
      later(ms, run) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    },
  })
  await engine.start() // pulls now and every minute, pushes two seconds after an edit
  await engine.sync() // everything is here, unless the device is offline: it works all the same

  const idOf = (edited: Edited): string => {
    if (edited.ok) return edited.id
    throw new Error(edited.error)
  }
  const pageId = idOf(await engine.openPage(name))

  async function draw(): Promise<void> {
    const versions = new Map((await engine.conflicts()).map((one) => [one.id, one.versions]))
    const line = (id: string, text: string): string =>
      [text, ...(versions.get(id) ?? []).map((other) => `${other.text} (${other.device})`)].join(' | ')
    const blocks = await engine.blocks(pageId)
    show(blocks.map(({ record, depth }) => '  '.repeat(depth) + line(record.id, record.words.text)))
  }
  engine.on('change', () => void draw())
  engine.on('state', (state) => {
    if (state.status === 'error') show([state.reason.error, state.reason.hint])
  })
  return { engine, add: async (text: string) => idOf(await engine.addBlock({ pageId }, text)) }
}
