/**
 * Sync with a server that is killed at any moment. Two devices type and sync, `kill -9` ends the server, and it starts
 * again. Afterwards both devices are equal, each typed text exists once, and the store has no problems.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createEngine, fetchTransport, memoryStore, type Engine } from '@notegraph/sync'
import { check, makeAccount, start, type Server } from './crash-server.ts'
import type { Ratio } from './measure.ts'
import { random } from './random.ts'

const ROUNDS = 100
/** The kill comes at a random moment within this many milliseconds of the first edit. */
const LATEST = 400
/** Syncs after which all devices must be equal. */
const MOST_SYNCS = 12

export interface Outcome {
  /** Rounds without a fault. */
  readonly whole: number
  readonly typed: number
  /** The faults. */
  readonly faults: readonly string[]
}

export async function syncCrashRatios(): Promise<Ratio[]> {
  const { whole, typed, faults } = await syncCrashes(ROUNDS)
  for (const fault of faults) console.error(`sync-crash: ${fault}`)
  return [
    {
      name: 'kill -9 of the server in the middle of syncing',
      of: 'rounds after which both devices hold the same and each text typed is there once',
      to: `${ROUNDS} rounds`,
      ratio: faults.length > 0 ? Math.min(whole / ROUNDS, 0.99) : whole / ROUNDS,
      target: 1,
      notes: `${typed.toLocaleString('en')} texts typed; the store is whole at the end.`,
    },
  ]
}

export async function syncCrashes(rounds: number): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-crash-'))
  const faults: string[] = []
  let [whole, typed] = [0, 0]
  try {
    const { session } = await makeAccount(folder)
    const dice = random(Date.now())
    let server = await start(folder)
    const devices = ['a', 'b'].map((name) => device(name, session, () => server))
    for (const { engine } of devices) await engine.start()
    for (let round = 0; round < rounds; round++) {
      const page = `Round ${round}`
      const typing = devices.map((one) => type(one, page))
      await wait(dice.below(LATEST))
      await server.kill()
      const texts = (await Promise.all(typing.map(async (one) => one.end()))).flat()
      typed += texts.length
      server = await start(folder)
      const wrong = await faultsOf(devices, page, texts)
      if (wrong.length === 0) whole++
      faults.push(...wrong.map((fault) => `round ${round}: ${fault}`))
    }
    for (const { engine } of devices) await engine.stop()
    await server.kill()
    faults.push(...(await check(folder)))
    return { whole, typed, faults }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Device {
  readonly name: string
  readonly engine: Engine
}

function device(name: string, session: string, server: () => Server): Device {
  // Each start of the server has a port of its own.
  const transport = () =>
    fetchTransport({ url: server().origin, session, fetch: async (to, init) => fetch(to, init) })
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
function type({ name, engine }: Device, page: string): { end(): Promise<string[]> } {
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

async function faultsOf(
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
