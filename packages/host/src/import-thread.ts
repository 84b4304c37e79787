/**
 * Runs imports in a thread of their own, so that no uploaded file is parsed in the serving thread. A note that takes
 * too much time or memory ends the thread. Another thread leaves that note out, and continues after the last commit.
 */
import type { Worker } from 'node:worker_threads'
import type { ImportLimits } from '@notegraph/contract'
import {
  attempts,
  importerHere,
  type Importer,
  type ImporterOptions,
  type ImportResult,
  type ImportTarget,
} from '@notegraph/service'
import type { Blobs, GraphStore, Store } from '@notegraph/store'
import { startModule } from '@notegraph/store/sqlite'
import type { FromImport, ImportTask, ImportThreadTask, ToImport } from './import-task.ts'
import { noteMemory, readMark, type NoteMemory } from './note-mark.ts'

/** The import fails after this many notes have ended a thread. */
const MOST_BROKEN = 10
/** Milliseconds that a stopped thread has to finish its write. */
const PATIENCE = 3_000

/** A note that no thread can read, and the reason. */
class BrokenNote extends Error {
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}

/**
 * An importer that reads files in a thread. An import without a path on disk runs in the calling thread.
 *
 * @param where the data folder, the bucket, the database and the origin with which the thread opens the store
 * @example
 * ```ts
 * const importer = threadImporter(store, blobs, { data: './data', bucket: undefined, origin })
 * ```
 */
export function threadImporter(
  store: Store,
  blobs: Blobs,
  where: Pick<ImportTask, 'data' | 'bucket' | 'databaseUrl' | 'origin' | 'historyDays'>,
): Importer {
  const here = importerHere(store, blobs)
  return {
    async run(account, from, options) {
      if (!from.place) return here.run(account, from, options)
      const { now, changeId, mostPlaces, limits = {}, dryRun = false } = options
      const task = {
        ...where,
        account: targetOf(account),
        place: from.place,
        now,
        changeId,
        mostPlaces,
        limits,
        dryRun,
      }
      const leftOut = new Map<string, string>()
      const all = attempts(options.onCommit)
      for (;;) {
        try {
          return await all.run(() =>
            runThread({ ...task, leftOut }, store.graph(account.id), { ...options, onCommit: all.add }),
          )
        } catch (error) {
          if (!(error instanceof BrokenNote) || leftOut.size === MOST_BROKEN) throw error
          leftOut.set(error.path, error.message)
        }
      }
    },
  }
}

const targetOf = ({ id, quota }: ImportTarget): ImportTarget => ({ id, quota })

/** @throws {BrokenNote} if a note breaks the thread, or the reason of the signal */
async function runThread(
  task: ImportTask,
  graph: GraphStore,
  { signal, progress, onCommit }: ImporterOptions,
): Promise<ImportResult> {
  signal?.throwIfAborted()
  const { memory, nursery } = task.limits
  const note = noteMemory()
  const thread = startModule(import.meta.url, 'import-worker', '@notegraph/host/import-worker', {
    workerData: { ...task, note } satisfies ImportThreadTask,
    ...(memory !== undefined && {
      resourceLimits: {
        maxOldGenerationSizeMb: memory,
        ...(nursery !== undefined && { maxYoungGenerationSizeMb: nursery }),
      },
    }),
  })
  thread.ref()
  const send = (message: ToImport) => thread.postMessage(message)
  const turns = turnsOf(graph, (turn) => send({ kind: 'go', turn }))
  const { promise, resolve, reject } = Promise.withResolvers<ImportResult>()
  const watch = noteWatch(thread, note, task.limits, reject)
  let patience: NodeJS.Timeout | undefined
  const stop = () => {
    send({ kind: 'stop' })
    patience = setTimeout(() => reject(signal!.reason), PATIENCE)
  }

  thread.on('message', (message: FromImport) => {
    if (message.kind === 'progress') progress?.(message.done, message.total)
    else if (message.kind === 'committed') onCommit?.(message.added, message.commits)
    else if (message.kind === 'turn') turns.ask(message.turn).catch(reject)
    else if (message.kind === 'done') turns.end(message.turn)
    else if (message.kind === 'ended') resolve(message.result)
    else if (message.kind === 'failed') reject(signal?.aborted === true ? signal.reason : message.error)
  })
  thread.on('error', (error) => reject(watch.fault(error)))
  thread.on('exit', () => reject(new Error('the importing thread ended')))
  signal?.addEventListener('abort', stop)
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', stop)
    clearTimeout(patience)
    watch.close()
    await thread.terminate()
    turns.close()
  }
}

interface NoteWatch {
  /** The error to report. If the thread ran out of memory, that is a fault of the note read last. */
  fault(error: unknown): unknown
  close(): void
}

/** How often a note is checked within its time limit. */
const LOOKS = 8

/** @param broken called with a note that takes too long */
function noteWatch(
  thread: Worker,
  note: NoteMemory,
  { noteSeconds = Infinity, memory }: Partial<ImportLimits>,
  broken: (fault: BrokenNote) => void,
): NoteWatch {
  let seen = 0
  let since = 0
  const look = async () => {
    const { number } = readMark(note)
    const now = await workOf(thread)
    const mark = readMark(note)
    if (mark.number !== number) return // the note ended meanwhile
    const path = mark.path()
    if (number !== seen) {
      seen = number
      since = now
    } else if (mark.isReading && path !== undefined && now - since >= noteSeconds * 1_000)
      broken(new BrokenNote(path, `Reading the note takes longer than ${noteSeconds} seconds.`))
  }
  // A thread that has ended says so itself.
  const lookAgain = () => void look().catch(() => {})
  const timer = noteSeconds === Infinity ? undefined : setInterval(lookAgain, (noteSeconds * 1_000) / LOOKS)
  return {
    fault: (error) => {
      const path = readMark(note).path()
      return path !== undefined && (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new BrokenNote(path, `Importing the note takes more than ${memory} MB of memory.`)
        : error
    },
    close: () => clearInterval(timer),
  }
}

/**
 * Milliseconds that a thread has worked. It ranks below others, and on a busy machine waits much longer than it works, which is no
 * fault of a note. Before Node 24.6, a thread does not tell, and the waits count.
 */
async function workOf(thread: Worker): Promise<number> {
  if (!('cpuUsage' in thread)) return performance.now()
  const { user, system } = await thread.cpuUsage()
  return (user + system) / 1_000
}

interface Turns {
  /** Lets the thread write when its turn comes. */
  ask(turn: number): Promise<void>
  end(turn: number): void
  /** Ends all turns, present and future. */
  close(): void
}

function turnsOf(graph: GraphStore, go: (turn: number) => void): Turns {
  const waiting = new Map<number, () => void>()
  let isClosed = false
  return {
    ask: (turn) =>
      graph.commits.hold(async () => {
        if (isClosed) return
        await new Promise<void>((end) => {
          waiting.set(turn, end)
          go(turn)
        })
        waiting.delete(turn)
      }),
    end: (turn) => waiting.get(turn)?.(),
    close() {
      isClosed = true
      for (const end of waiting.values()) end()
    },
  }
}
