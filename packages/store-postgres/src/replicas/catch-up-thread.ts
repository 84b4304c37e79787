/**
 * Brings replicas that lack many records to the state of PostgreSQL, in a thread. The thread has connections of its own and
 * opens the files a second time, so requests of other accounts do not wait.
 */
import type { Worker } from 'node:worker_threads'
import { StoreUnavailable } from '@notegraph/store'
import { endThread, StaleReplica, startModule } from '@notegraph/store/sqlite'
import type { DatabaseOptions } from '../database/database.ts'

export interface CatchUpSettings {
  readonly address: DatabaseOptions
  readonly origin: string | undefined
}

export interface CatchUpTask {
  readonly id: number
  readonly accountId: string
  /** The file of the replica. */
  readonly path: string
}

export interface CatchUpAnswer {
  readonly id: number
  readonly failure?: { readonly why: 'unavailable' | 'stale' | 'other'; readonly error: Error }
}

export interface CatchUpThread {
  /**
   * Brings the replica in a file to the state that PostgreSQL has now. Nobody else uses the replica meanwhile.
   * @throws StaleReplica if the replica is of another graph, damaged or deleted
   * @throws StoreUnavailable if PostgreSQL is away
   */
  catchUp(accountId: string, path: string): Promise<void>
  /** Ends the thread. Work under way fails. */
  close(): Promise<void>
}

/** How long the thread stays without work, in milliseconds: a start takes a tenth of a second. */
const IDLE = 10_000

export function catchUpThread(settings: CatchUpSettings): CatchUpThread {
  const waiting = new Map<number, PromiseWithResolvers<void>>()
  let worker: Worker | undefined
  let tasks = 0
  let idle: NodeJS.Timeout | undefined

  function failAll(error: Error): void {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ended = worker
    worker = undefined
    await endThread(ended)
  }

  function settle({ id, failure }: CatchUpAnswer): void {
    const task = waiting.get(id)
    waiting.delete(id)
    if (failure) task?.reject(errorOf(failure))
    else task?.resolve()
    if (waiting.size > 0) return
    worker?.unref() // the process may end
    idle = setTimeout(() => void end(), IDLE).unref()
  }

  function start(): Worker {
    const thread = startModule(
      import.meta.url,
      'catch-up-worker',
      '@notegraph/store-postgres/catch-up-worker',
      { workerData: settings },
    )
    const gone = (error: Error) => {
      if (worker !== thread) return
      worker = undefined
      failAll(error)
    }
    return thread
      .on('message', settle)
      .on('error', gone)
      .on('exit', () => gone(new Error('The thread for replicas ended.')))
  }

  return {
    async catchUp(accountId, path) {
      clearTimeout(idle)
      worker ??= start()
      worker.ref()
      const id = ++tasks
      const task = Promise.withResolvers<void>()
      waiting.set(id, task)
      worker.postMessage({ id, accountId, path } satisfies CatchUpTask)
      return task.promise
    },
    async close() {
      failAll(new Error('The store is closed.'))
      await end()
    },
  }
}

/** Errors lose their classes between threads. */
function errorOf({ why, error }: NonNullable<CatchUpAnswer['failure']>): Error {
  if (why === 'unavailable') return new StoreUnavailable(error)
  return why === 'stale' ? new StaleReplica(error.message, { cause: error }) : error
}
