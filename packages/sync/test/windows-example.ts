import {
  createEngine,
  engineWindow,
  serveEngine,
  type EnginePort,
  type LocalStore,
  type RemoteEngine,
  type Transport,
} from '@notegraph/sync'

/** The one program with the engine, such as a `SharedWorker`: answers each window over its port. */
export function answerWindows(store: LocalStore, transport: Transport): (port: EnginePort) => void {
  const engine = createEngine({ store, transport })
  const opened = engine.start() // the calls of windows wait for it
  return (port) => serveEngine(engine, port, opened)
}

/** A window: it reads and edits as if the engine were here. */
export function openOver(port: EnginePort): RemoteEngine {
  const { engine, connect } = engineWindow()
  connect(port) // again with a new port, if the program with the engine starts again
  return engine
}

/** Adds a block at the end of a page. With an id, the edit is made once, also if it is asked twice. */
export async function addLine(engine: RemoteEngine, pageId: string, text: string): Promise<boolean> {
  const { ok } = await engine.edit([{ do: 'addBlock', where: { pageId }, text }], { id: crypto.randomUUID() })
  return ok
}
