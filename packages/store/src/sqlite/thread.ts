import type { Worker } from 'node:worker_threads'
import { startModule, type ThreadOptions } from '../thread.ts'

/** What passes through a thread is short-lived: a small nursery keeps it from piling up. */
export const SMALL_NURSERY: ThreadOptions = { resourceLimits: { maxYoungGenerationSizeMb: 8 } }

/**
 * A thread of the store's own.
 * @param name the module's path below this folder, which is also its name among the package's exports
 */
export const startThread = (
  name: 'bulk/worker' | 'database/log-worker' | 'search/index-worker' | 'search/search-worker',
  options: ThreadOptions = {},
): Worker => startModule(import.meta.url, name, `@notegraph/store/sqlite/${name}`, options)
