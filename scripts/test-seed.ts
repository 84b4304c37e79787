/**
 * Gives the random inputs of tests a fixed seed: a set-up file of vitest, which runs before each test file. So a run without
 * `NOTEGRAPH_SEED` tests the same inputs each time, and nothing fails by chance. `npm run fuzz` looks for further inputs.
 */
import fc from 'fast-check'
import { beforeEach } from 'vitest'
import { SEED } from './test-rings.ts'

if (!Number.isInteger(SEED)) throw new Error('NOTEGRAPH_SEED takes a whole number.')

// Some files generate inputs while they load.
fc.configureGlobal({ seed: SEED })
// `--repeats` tests new inputs each time.
beforeEach(({ task }) => fc.configureGlobal({ seed: SEED + (task.result?.repeatCount ?? 0) }))
