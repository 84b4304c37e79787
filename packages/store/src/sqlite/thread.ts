import type { Worker } from 'node:worker_threads'
import { startModule, type ThreadOptions } from '../thread.ts'

/**
 * The most MB of a thread's old objects. V8 lets garbage grow to four times the live objects if it may use more than 2 GB,
 * and to 1.6 times with this limit. Indexing 600,000 blocks has 90 MB of live objects at most.
 */
const OLD = 1_024
/** A small young generation for threads: their objects live briefly, and a large one would let them pile up. */
export const SMALL_NURSERY: ThreadOptions = {
  resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: OLD },
}
/** For a thread whose objects live as long as a batch: a small young generation would copy them several times. */
export const BATCH_NURSERY: ThreadOptions = {
  resourceLimits: { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: OLD },
}

/**
 * Starts a thread of the store.
 * @param name the module's path below this folder, which is also its name among the package's exports
 */
export const startThread = (
  name: 'bulk/worker' | 'database/log-worker' | 'search/index-worker' | 'search/search-worker',
  options: ThreadOptions = {},
): Worker => startModule(import.meta.url, name, `@notegraph/store/sqlite/${name}`, options)
