/** Threads that render pages of a static site, so that both cores of a machine work. */
import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { startModule } from '@notegraph/store/sqlite'
import type { PageParts, RenderedFiles, RenderThreads, StaticFrame } from '@notegraph/web'

/** The most threads: the thread that reads the pages is not faster. */
const MOST = 3
/** Parts that wait for each thread. */
const WAITING = 4

export interface PartsTask {
  readonly id: number
  readonly parts: PageParts
}

export interface PartsAnswer {
  readonly id: number
  readonly files?: RenderedFiles
  readonly error?: Error
}

export interface SiteThreads {
  readonly start: (frame: StaticFrame) => RenderThreads
  readonly end: () => Promise<void>
}

/**
 * @example
 * ```ts
 * const threads = siteThreads()
 * await writeStaticSite(sources, opened, target, { threads: threads.start })
 * await threads.end()
 * ```
 */
export function siteThreads(
  count: number = Math.min(MOST, Math.max(1, availableParallelism() - 1)),
): SiteThreads {
  const waiting = new Map<number, PromiseWithResolvers<RenderedFiles>>()
  const threads: Worker[] = []
  let next = 0

  function fail(error: unknown): void {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function started(frame: StaticFrame): Worker {
    const thread = startModule(import.meta.url, 'site-worker', '@notegraph/cli/site-worker', {
      workerData: frame,
    })
    thread.on('message', ({ id, files, error }: PartsAnswer) => {
      if (files) waiting.get(id)?.resolve(files)
      else waiting.get(id)?.reject(error)
      waiting.delete(id)
    })
    thread.on('error', fail)
    thread.on('exit', () => fail(new Error('a thread that renders pages ended')))
    thread.ref()
    return thread
  }

  return {
    start(frame) {
      return {
        most: count * WAITING,
        render(parts) {
          const id = next++
          const answer = Promise.withResolvers<RenderedFiles>()
          waiting.set(id, answer)
          const thread = (threads[id % count] ??= started(frame))
          thread.postMessage({ id, parts } satisfies PartsTask)
          return answer.promise
        },
      }
    },
    async end() {
      await Promise.all(threads.map(async (thread) => thread.terminate()))
    },
  }
}
