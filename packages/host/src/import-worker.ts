/** The thread of `threadImporter`. It opens the store and the file itself, and asks for its turn before each write. */
import { parentPort, workerData } from 'node:worker_threads'
import { diskFolder } from '@notegraph/folder/node'
import {
  importFolder,
  type FolderSource,
  type ImportPlace,
  type ImportResult,
  type Progress,
} from '@notegraph/service'
import { withoutHistory, type Store } from '@notegraph/store'
import { openSqlite, workInBackground } from '@notegraph/store/sqlite'
import { openBlobs } from './blobs.ts'
import { replicasFolder } from './replicas-folder.ts'
import { openImportFile } from './import-file.ts'
import type { FromImport, ImportThreadTask, ToImport } from './import-task.ts'
import { noteMarker } from './note-mark.ts'

workInBackground()
const task = workerData as ImportThreadTask
const port = parentPort!
const say = (message: FromImport) => port.postMessage(message)
const stopping = new AbortController()
const waiting = new Map<number, () => void>()
let turns = 0

port.on('message', (message: ToImport) => {
  if (message.kind === 'stop') stopping.abort()
  else waiting.get(message.turn)?.()
})

/** The other thread delays its own writes to the graph during a turn. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = ++turns
  await new Promise<void>((go) => {
    waiting.set(turn, go)
    say({ kind: 'turn', turn })
  })
  waiting.delete(turn)
  try {
    return await work()
  } finally {
    say({ kind: 'done', turn })
  }
}

/** Milliseconds between two progress messages; people read no faster. */
const PROGRESS_EVERY = 50

function seldom(progress: Progress): Progress {
  let last = -Infinity
  return (done, total) => {
    const now = performance.now()
    if (done < total && now - last < PROGRESS_EVERY) return
    last = now
    progress(done, total)
  }
}

async function sourceAt(place: ImportPlace): Promise<FolderSource> {
  if (place.kind === 'folder') return diskFolder(place.path, { ...place, blocking: true })
  const opened = await openImportFile(place.fd, place.stem) // the caller that opened the file closes it
  if (!opened.ok) throw new Error(opened.why)
  return opened.source
}

/** With PostgreSQL the thread has a replica of its own, and the lock of the graph keeps the writes in order. */
async function openOwnStore(): Promise<Store> {
  const { data, origin, databaseUrl: url } = task
  const options = { ...(origin !== undefined && { origin }), openGraphs: 1 }
  if (url === undefined) return openSqlite(data, { ...options, turn: inTurn })
  const { openReplicated } = await import('@notegraph/store-postgres')
  return openReplicated({ url, connections: 2, folder: replicasFolder(data), replicas: options })
}

async function run(): Promise<ImportResult> {
  const { account, now, changeId, mostPlaces, limits, dryRun, leftOut } = task
  const store = await openOwnStore()
  try {
    const kept = task.historyDays === 0 ? withoutHistory(store) : store
    return await importFolder(kept, await openBlobs(task), account, await sourceAt(task.place), {
      now,
      ...(changeId !== undefined && { changeId }),
      ...(mostPlaces !== undefined && { mostPlaces }),
      limits,
      dryRun,
      leftOut,
      signal: stopping.signal,
      reading: noteMarker(task.note),
      progress: seldom((done, total) => say({ kind: 'progress', done, total })),
      onCommit: (added, commits) => say({ kind: 'committed', added, commits }),
    })
  } finally {
    await store.close()
  }
}

// A store reports its last changes as it closes, and the caller ends the thread at once.
await run()
  .then((result) => say({ kind: 'ended', result }))
  .catch((error: unknown) => say({ kind: 'failed', error: error as Error }))
  .finally(() => port.close())
