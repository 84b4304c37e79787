/** The notes on this device: the engine of all windows, and the undo history of this one. */
import { engineWindow, type RemoteEngine } from '@notegraph/sync'
import { blocksAtOnce, countsAtOnce, type BlocksOf, type CountsOf } from './ask-at-once.ts'
import type { Device } from './device.ts'
// oxlint-disable-next-line import/default -- Vite gives the address of the bundled worker.
import workerUrl from './engine-worker.ts?worker&url'
import { keptHistory, type WindowHistory } from './kept-history.ts'
import { aliveName } from './names.ts'
import { trustedScript } from './trusted.ts'
import { UnstoredEdits } from './unstored.ts'

export interface Notes {
  readonly engine: RemoteEngine
  readonly history: WindowHistory
  readonly unstored: UnstoredEdits
  /** The blocks of a page. Views that ask at the same moment share one answer. */
  readonly blocksOf: BlocksOf
  /** How often each of some blocks is referred to. */
  readonly countsOf: CountsOf
}

/**
 * Opens the notes over the worker that all windows share.
 *
 * @param stepped called when an edit, an undo or a redo of this window begins
 */
export function openNotes(device: Device, stepped: () => void): Notes {
  const window = windowId()
  const engine = openEngine(device, window)
  return {
    engine,
    history: keptHistory(engine, window, stepped),
    unstored: new UnstoredEdits(device, window),
    blocksOf: blocksAtOnce(engine),
    countsOf: countsAtOnce(engine),
  }
}

/**
 * The engine of all windows. If the browser ends its worker, another one goes on. Some browsers have no shared workers, as those
 * of many phones, and none has locks over plain http. There each window has a worker of its own, and one of them has the database.
 */
export function openEngine(device: Device, window?: string): RemoteEngine {
  const toEngine = engineWindow()
  const url = trustedScript(workerUrl)
  if (!isSecureContext || !('SharedWorker' in globalThis)) {
    const { port1, port2 } = new MessageChannel()
    const worker = new Worker(url, { type: 'module', name: JSON.stringify({ ...device, window }) })
    worker.postMessage(null, [port2])
    toEngine.connect(port1)
    return toEngine.engine
  }
  void keepAlive(toEngine.engine, aliveName(device), () => {
    const worker = new SharedWorker(url, { type: 'module', name: JSON.stringify(device) })
    toEngine.connect(worker.port)
  })
  return toEngine.engine
}

const WINDOW = 'notegraph-window'

/** The name of this window. It stays over a reload. A copy of the window gets another one. */
function windowId(): string {
  const kept = sessionStorage.getItem(WINDOW)
  // Gone while the window is open, so that a copy of it finds none.
  sessionStorage.removeItem(WINDOW)
  const id = kept ?? crypto.randomUUID()
  addEventListener('pagehide', () => sessionStorage.setItem(WINDOW, id))
  return id
}

/** Milliseconds for which a worker that was started may say nothing. */
const SILENCE = 5_000

/**
 * Starts the worker, and again whenever it has ended, maybe before its first word. A hidden window hears of the end at once too:
 * the browser slows its timers down, and not its locks.
 */
async function keepAlive(engine: RemoteEngine, lock: string, start: () => void): Promise<void> {
  for (;;) {
    const isHeard = new Promise<void>((done) => {
      const end = engine.on('state', () => {
        end()
        done()
      })
    })
    start()
    // It has the lock before it says a word.
    await Promise.race([isHeard, new Promise((done) => void setTimeout(done, SILENCE))])
    // Granted when the worker has ended, and given back at once.
    await navigator.locks.request(lock, { mode: 'shared' }, async () => {})
  }
}
