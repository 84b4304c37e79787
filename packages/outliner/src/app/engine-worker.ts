/**
 * The engine in a worker that all windows of the browser share. It lives as long as one of them, so any may be closed. Its
 * name is the device, which it acts for.
 */
import { createEngine, fetchTransport, serveEngine, type Engine, type EnginePort } from '@notegraph/sync'
import { indexedDbStore } from '@notegraph/sync/indexeddb'
import { BASE } from './base.ts'
import { fetchAs, type Device } from './device.ts'
import { aliveName, databaseOf } from './names.ts'

interface SharedScope {
  readonly name: string
  addEventListener(type: 'connect', hear: (event: { readonly ports: readonly EnginePort[] }) => void): void
}

const scope = globalThis as unknown as SharedScope
const device = JSON.parse(scope.name) as Device

async function open(): Promise<Engine> {
  const engine = createEngine({
    device: device.device,
    store: await indexedDbStore(databaseOf(device)),
    transport: fetchTransport({ url: location.origin + BASE, session: '', fetch: fetchAs(device) }),
  })
  await engine.open()
  void engine.start()
  return engine
}

// The lock shows windows that this worker is alive. It is free when the browser has ended the worker.
void navigator.locks.request(aliveName(device), async () => new Promise(() => {}))
const opened = open()

scope.addEventListener('connect', ({ ports: [port] }) => {
  // Messages wait in the port until the engine is open.
  void opened.then((engine) => serveEngine(engine, port!))
})
