import { createEngine, fetchTransport, memoryStore, type NewFile } from '@notegraph/sync'

/** A page of an app: it shows the graph and accepts text and files. */
export async function openPage(url: string, session: string, name: string, show: (lines: string[]) => void) {
  const engine = createEngine({
    device: 'phone', // shown next to conflicting versions; by default the device gets a random name
    store: memoryStore(), // lost when the app closes; a real app uses a permanent store
    transport: fetchTransport({ url, token: session }),
  })
  engine.on('state', (state) => {
    if (state.status === 'error' || state.status === 'offline') show([state.reason.error, state.reason.hint])
    if (state.status !== 'pulling' || !state.progress) return
    const { records, total = '?' } = state.progress // during the first pull
    show([`${records} of ${total}`])
  })
  engine.on('uploads', (uploads) => {
    const failed = uploads.filter(({ status }) => status === 'failed')
    if (failed.length > 0) show(failed.map((file) => `${file.name}: ${file.reason?.error}`))
  })
  await engine.start() // pulls now, after each change on the server and every minute; pushes within five seconds of an edit
  await engine.sync() // the graph is complete now, or the device is offline and works anyway

  type Edit = { ok: true } | { ok: false; error: string }
  function done<T extends Edit>(edit: T): Extract<T, { ok: true }> {
    if (!edit.ok) throw new Error(edit.error)
    return edit as Extract<T, { ok: true }>
  }
  const { id: pageId } = done(await engine.openPage(name))
  const add = async (text: string) => done(await engine.addBlock({ pageId }, text)).id
  const addFile = async (file: NewFile) => add(done(await engine.attach(file)).link)

  async function draw(): Promise<void> {
    const versions = new Map((await engine.conflicts()).map((one) => [one.id, one.versions]))
    const line = (id: string, text: string): string =>
      [text, ...(versions.get(id) ?? []).map((other) => `${other.text} (${other.device})`)].join(' | ')
    const blocks = await engine.blocks(pageId)
    show(blocks.map(({ record, depth }) => '  '.repeat(depth) + line(record.id, record.words.text)))
  }
  engine.on('change', () => void draw())
  return { engine, add, addFile }
}
