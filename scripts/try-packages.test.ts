/**
 * The packages as people install them, in a process beside the other tests. `npm run try-packages` prints its steps.
 *
 * @module-tag process
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** It installs from the registry. */
const PATIENCE = 1_200_000

test('every package installs, compiles and runs from its archive', { timeout: PATIENCE }, async () => {
  const script = join(import.meta.dirname, 'try-packages.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 2 ** 26 })
  expect(stdout).toMatch(/^tried in \d+ s$/m)
})
