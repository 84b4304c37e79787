/** Runs tests with a fault in the code: `vitest --config vitest.planted.config.ts`, with the fault as JSON in `PLANTED_FAULT`. */
import { join } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import tests from './vitest.config.ts'
import { givenFault, planted, PROJECT } from './packages/service/test/planted-faults.ts'

const fault = givenFault()
const target = join(PROJECT, fault.file)
const isTarget = (id: string): boolean => id.split('?')[0] === target

export default mergeConfig(
  tests,
  defineConfig({
    root: PROJECT,
    plugins: [
      {
        name: 'planted-fault',
        enforce: 'pre',
        load: (id) => (isTarget(id) ? planted(fault) : undefined),
        // The key of the cache is the file, not the text that the fault made of it.
        configureVitest: ({ defineCacheKeyGenerator }) =>
          defineCacheKeyGenerator(({ id }) => (isTarget(id) ? false : undefined)),
      },
    ],
  }),
)
