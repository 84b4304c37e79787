/**
 * The container image, built and tried in a process beside the other tests. `npm run try-image` prints its steps.
 *
 * @module-tag process
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { findEngine } from './try-image/engines.ts'

/** It loads the image of Node. */
const PATIENCE = 1_200_000

const reason = findEngine() ? '' : ' (left out: no docker, podman or buildah works here)'

test.skipIf(reason !== '')(
  `the image is built, and its server is used and ended${reason}`,
  { timeout: PATIENCE },
  async () => {
    const script = join(import.meta.dirname, 'try-image', 'main.ts')
    await promisify(execFile)(process.execPath, [script], { maxBuffer: 2 ** 26 })
  },
)
