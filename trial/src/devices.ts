/** Devices of an app, which type and sync at the same time, whatever happens to the server. */
import { setTimeout as wait } from 'node:timers/promises'
import { createEngine, fetchTransport, memoryStore, type Engine } from '@notegraph/sync'
import { fetchFrom } from './fetch-from.ts'
import type { Site } from './site.ts'

/** Syncs after which all devices must be equal. */
const MOST_SYNCS = 12

export interface Device {
  readonly name: string
  readonly engine: Engine
}

/** Addresses that a device has in turn. */
const ADDRESSES = 200
let requests = 0

export function device(name: string, site: Site): Device {
  // Each start of the server has a port of its own; while none runs, nothing answers at the discard port.
  const transport = () =>
    fetchTransport({
      url: site.server?.origin ?? 'http://127.0.0.1:9',
      token: site.session,
      // Rounds without a pause send more than the rate of one address.
      fetch: fetchFrom(1 + (requests++ % ADDRESSES)),
    })
  const engine = createEngine({
    device: name,
    store: memoryStore(),
    transport: {
      pull: async (cursor) => transport().pull(cursor),
      push: async (body) => transport().push(body),
    },
    environment: {
      now: () => Date.now(),
      later: () => () => {}, // it syncs only on request
      random: () => Math.random(),
      newId: () => crypto.randomUUID(),
    },
  })
  return { name, engine }
}

/** Types block after block and syncs at the same time. @returns a function that ends it and returns the typed texts */
export function type({ name, engine }: Device, page: string): { end(): Promise<string[]> } {
  const ending = new AbortController()
  const syncing = (async () => {
    while (!ending.signal.aborted) await Promise.all([engine.sync(), wait(1)])
  })()
  const typing = (async () => {
    const texts: string[] = []
    for (let n = 0; !ending.signal.aborted; n++) {
      const text = `${page}, ${name}, line ${n}`
      const id = await addTo(engine, page, n % 3 === 0 ? `${text}, first` : text)
      await wait(2)
      if (n % 3 === 0) await engine.setText(id, text)
      texts.push(text)
    }
    return texts
  })()
  return {
    async end() {
      ending.abort()
      await syncing
      return typing
    },
  }
}

/** The page may be merged into another device's page between its creation and the write. */
async function addTo(engine: Engine, page: string, text: string): Promise<string> {
  for (let tries = 1; ; tries++) {
    const opened = await engine.openPage(page)
    const added = opened.ok ? await engine.addBlock({ pageId: opened.id }, text) : opened
    if (added.ok) return added.id
    if (tries === 3) throw new Error(added.error)
  }
}

/** @returns the faults: devices that differ, or a text that is not there once */
export async function faultsOf(
  devices: readonly Device[],
  page: string,
  texts: readonly string[],
): Promise<string[]> {
  for (let n = 0; n < MOST_SYNCS; n++) for (const { engine } of devices) await engine.sync()
  const faults: string[] = []
  const shown: string[] = []
  for (const { name, engine } of devices) {
    const { waiting, refused } = await engine.pending()
    if (engine.state.status !== 'idle') faults.push(`${name} is ${JSON.stringify(engine.state)}`)
    if (waiting + refused.length > 0)
      faults.push(`${name} has ${waiting} that wait, ${refused.length} refused`)
    const pages = (await engine.pages()).filter(({ props }) => props['name']?.v === page)
    if (pages.length !== 1) faults.push(`${name} has ${pages.length} pages called ${page}`)
    const blocks = await engine.blocks(pages[0]?.id ?? '')
    shown.push(JSON.stringify(blocks.map(({ record }) => record)))
    const found = blocks.map(({ record }) => record.words.text)
    if (found.toSorted().join('\n') !== texts.toSorted().join('\n'))
      faults.push(`${name} shows ${found.length} texts where ${texts.length} were typed`)
    if ((await engine.conflicts()).length > 0) faults.push(`${name} has conflicts, though nobody clashed`)
  }
  if (new Set(shown).size > 1) faults.push('the devices differ')
  return faults
}
