/** The notes on this device: the engine of all windows, and the undo history of this one. */
import { engineWindow, undoHistory, type RemoteEngine, type UndoHistory } from '@notegraph/sync'
import type { Device } from './device.ts'
// oxlint-disable-next-line import/default -- Vite gives the address of the bundled worker.
import workerUrl from './engine-worker.ts?worker&url'
import { aliveName } from './names.ts'
import { trustedScript } from './trusted.ts'

export interface Notes {
  readonly engine: RemoteEngine
  readonly history: UndoHistory
}

/** Opens the notes over the worker that all windows share. If the browser ends the worker, another one goes on. */
export function openNotes(device: Device): Notes {
  const toEngine = engineWindow()
  const start = (): void => {
    const worker = new SharedWorker(trustedScript(workerUrl), {
      type: 'module',
      name: JSON.stringify(device),
    })
    toEngine.connect(worker.port)
  }
  start()
  void watch(device, start)
  return { engine: toEngine.engine, history: undoHistory(toEngine.engine) }
}

/** Waits until the worker is alive, then for its end. */
async function watch(device: Device, start: () => void): Promise<void> {
  const { locks } = navigator
  const name = aliveName(device)
  for (;;) {
    while (!(await locks.query()).held?.some((lock) => lock.name === name))
      await new Promise((done) => void setTimeout(done, 200))
    // Granted when the worker has ended, and given back at once.
    await locks.request(name, { mode: 'shared' }, async () => {})
    start()
  }
}
