/** A thread with an engine over a file of SQLite, for one window. */
import { workerData, type MessagePort } from 'node:worker_threads'
import { serveEngine, type EnginePort } from '@notegraph/sync'
import { fileEngine } from './outliner-engine.ts'

const { path, port } = workerData as { readonly path: string; readonly port: MessagePort }
const { engine } = fileEngine(path)
serveEngine(engine, port as unknown as EnginePort, engine.open())
