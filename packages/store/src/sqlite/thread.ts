import type { Worker } from 'node:worker_threads'
import { startModule, type ThreadOptions } from '../thread.ts'

/** A small young generation for threads: their objects live briefly, and a large one would let them pile up. */
export const SMALL_NURSERY: ThreadOptions = { resourceLimits: { maxYoungGenerationSizeMb: 8 } }
/** For a thread whose objects live as long as a batch: a small young generation would copy them several times. */
export const BATCH_NURSERY: ThreadOptions = { resourceLimits: { maxYoungGenerationSizeMb: 24 } }

/**
 * Starts a thread of the store.
 * @param name the module's path below this folder, which is also its name among the package's exports
 */
export const startThread = (
  name: 'bulk/worker' | 'database/log-worker' | 'search/index-worker' | 'search/search-worker',
  options: ThreadOptions = {},
): Worker => startModule(import.meta.url, name, `@notegraph/store/sqlite/${name}`, options)
