/** Runs tests with a fault in the code: `vitest --config vitest.planted.config.ts`, with the fault as JSON in `PLANTED_FAULT`. */
import { join } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import tests from './vitest.config.ts'
import { givenFault, planted, PROJECT } from './packages/service/test/simulation/faults.ts'

const fault = givenFault()
const target = join(PROJECT, fault.file)

export default mergeConfig(
  tests,
  defineConfig({
    root: PROJECT,
    // Its key is the file, not the text that a fault made of it.
    test: { fsModuleCache: false },
    plugins: [
      {
        name: 'planted-fault',
        enforce: 'pre',
        load: (id) => (id.split('?')[0] === target ? planted(fault) : undefined),
      },
    ],
  }),
)
