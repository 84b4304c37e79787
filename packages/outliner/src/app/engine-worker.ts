/**
 * The engine in a worker that all windows of the browser share. It lives as long as one of them, so any may be closed. Its
 * name is the device, which it acts for.
 */
import {
  createEngine,
  fetchTransport,
  refuseEngine,
  serveEngine,
  type Engine,
  type EnginePort,
  type WireError,
} from '@notegraph/sync'
import { indexedDbStore } from '@notegraph/sync/indexeddb'
import { BASE } from './base.ts'
import { keepDeleted } from './deleted.ts'
import { fetchAs, PATIENCE, type Device } from './device.ts'
import { keepMerged } from './merged-pages.ts'
import { aliveName, databaseOf } from './names.ts'

interface SharedScope {
  readonly name: string
  addEventListener(
    type: 'connect' | 'message',
    hear: (event: { readonly ports: readonly EnginePort[] }) => void,
  ): void
}

const scope = globalThis as unknown as SharedScope
/** A worker of one window has its name. */
const { window, ...device } = JSON.parse(scope.name) as Device & { readonly window?: string }

async function newEngine(): Promise<Engine> {
  // A network can be there, and answer nothing. Leaving waits no longer for it.
  const leaving = new AbortController()
  const ask = fetchAs(device)
  const engine = createEngine({
    device: device.device,
    store: await indexedDbStore(databaseOf(device), undefined, window),
    transport: fetchTransport({
      url: location.origin + BASE,
      fetch: async (url, init) =>
        ask(url, { ...init, signal: AbortSignal.any([init.signal, leaving.signal]) }),
    }),
  })
  keepDeleted(engine, Date.now)
  keepMerged(engine)
  const keepUnsent = engine.keepUnsent.bind(engine)
  engine.keepUnsent = async () => {
    setTimeout(() => leaving.abort(), PATIENCE)
    return keepUnsent()
  }
  return engine
}

// The lock shows windows that this worker is alive. It is free when the browser has ended the worker.
void navigator.locks?.request(aliveName(device), async () => new Promise(() => {}))
const made = newEngine()
// The worker of an earlier release may have the database until its windows reload.
const opened = made.then(async (engine) => engine.start())

/** @param error the database's, which a newer shell may have upgraded */
const faultOf = (error: unknown): WireError =>
  error instanceof DOMException && error.name === 'VersionError'
    ? {
        code: 'old_shell',
        error: 'This page is older than the notes on this device.',
        hint: 'Reload this page.',
      }
    : {
        code: 'store',
        error: `This browser cannot open the notes: ${error instanceof Error ? error.message : String(error)}.`,
        hint: 'Free space on the device, and reload this page.',
      }

// A window connects to a worker that all share, and sends its port to one of its own.
for (const event of ['connect', 'message'] as const)
  scope.addEventListener(event, ({ ports: [port] }) => {
    made.then(
      (engine) => serveEngine(engine, port!, opened),
      (error: unknown) => refuseEngine(port!, faultOf(error)),
    )
  })
