/** Twenty devices: each holds the whole graph of its account, listens to the server, and edits a page of its own. */
import { notesClient, type NotesClient } from '@notegraph/client'
import { nameOf } from '@notegraph/graph'
import { createEngine, fetchTransport, memoryStore, type Engine } from '@notegraph/sync'
import { fetchFrom } from '../src/fetch-from.ts'
import type { Account } from './accounts.ts'
import { sentence } from './words.ts'

const DEVICES = 20
/** Milliseconds between two edits of a device. */
const PAUSE = 5_000
/** A device deletes its oldest blocks beyond these. */
const MOST_BLOCKS = 30

/** The account of a device. */
export type DeviceAccount = Pick<Account, 'token' | 'session'>

interface Device {
  readonly name: string
  /** Reads what the server shows. */
  readonly notes: NotesClient
  readonly engine: Engine
}

/**
 * Starts the devices.
 * @param onEdit is called after each edit
 * @returns a function that stops editing, syncs all, and compares each device with the server; it gives what is wrong
 */
export async function startDevices(
  accounts: readonly DeviceAccount[],
  baseUrl: string,
  onEdit: () => void,
  onFailure: (why: unknown) => void,
): Promise<() => Promise<string[]>> {
  const devices: Device[] = []
  for (let n = 0; n < DEVICES; n++) {
    const account = accounts[n % accounts.length]!
    const name = `device-${n + 1}`
    const transport = fetchTransport({ url: baseUrl, token: account.session, fetch: fetchFrom(n + 1) })
    const engine = createEngine({ device: name, store: memoryStore(), transport })
    await engine.start()
    const notes = notesClient({ url: baseUrl, token: account.token, retries: 0 })
    devices.push({ name, notes, engine })
  }
  const edit = (device: Device): void => void editPage(device).then(onEdit, onFailure)
  // Spread over the pause, as devices of different people are.
  const timers: NodeJS.Timeout[] = []
  for (const [n, device] of devices.entries())
    timers.push(setTimeout(() => timers.push(setInterval(() => edit(device), PAUSE)), (n * PAUSE) / DEVICES))
  return async () => {
    for (const timer of timers) clearInterval(timer)
    // Twice: what the last device pushes, the first one has to pull.
    for (let round = 0; round < 2; round++) for (const { engine } of devices) await engine.sync()
    const problems: string[] = []
    for (const device of devices) problems.push(...(await compare(device)))
    for (const { engine } of devices) await engine.stop()
    return problems
  }
}

const pageOf = (name: string): string => `Of ${name}`

async function editPage({ engine, name }: Device): Promise<void> {
  const page = must(await engine.openPage(pageOf(name)))
  must(await engine.addBlock({ pageId: page.id }, sentence()))
  const blocks = await engine.blocks(page.id)
  if (blocks.length > MOST_BLOCKS) must(await engine.deleteBlock(blocks[0]!.record.id))
}

function must<T extends { readonly ok: boolean }>(result: T): Extract<T, { ok: true }> {
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result as Extract<T, { ok: true }>
}

/** Every page that devices edit must read the same here and on the server, and nothing may wait. */
async function compare({ engine, name, notes }: Device): Promise<string[]> {
  const { waiting, refused } = await engine.pending()
  const problems: string[] = []
  if (waiting > 0)
    problems.push(`${name}: ${waiting} records are not pushed; its state is ${JSON.stringify(engine.state)}`)
  if (refused.length > 0) problems.push(`${name}: ${refused.length} records were refused`)
  for (const page of await engine.pages()) {
    const title = nameOf(page)
    if (!title.startsWith(pageOf(''))) continue
    const here = (await engine.blocks(page.id)).map(({ record }) => record.words.text)
    const { blocks } = await notes.readPage(title, { limit: 1_000 })
    const there = blocks.map(({ content }) => content)
    if (here.join('\n') !== there.join('\n')) problems.push(`${name}: ${title} differs from the server`)
  }
  return problems
}
