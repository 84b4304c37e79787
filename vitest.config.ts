import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { findPostgres } from './packages/postgres-tests/src/find-postgres.ts'
import LongestFirst from './scripts/longest-first.ts'
import { PATTERNS, ringOf, TAGS, testFiles, type TestFile } from './scripts/test-rings.ts'

/** Loads code with the fault in `PLANTED_FAULT`, for tests that must find it. */
const PLANT = join(import.meta.dirname, 'packages/service/test/plant.ts')

/** In milliseconds. */
const PATIENCE = 240_000

/** `first` or `second`; both rings if left out. */
const ring = process.env['NOTEGRAPH_TEST_RING']
const files = testFiles(import.meta.dirname)
const pathsOf = (some: readonly TestFile[]): string[] => some.map(({ path }) => path)
const hasPostgres = findPostgres({ env: process.env }) !== undefined

// For the threads and processes that tests start from source: half of their start is to compile it.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

export default defineConfig({
  // Source maps of dependencies name sources that no package brings.
  logLevel: 'error',
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'embedded',
          include: [...PATTERNS],
          exclude: [
            '**/node_modules/**',
            ...pathsOf(files.filter((file) => ring !== undefined && ringOf(file) !== ring)),
          ],
        },
      },
      // Tests of the service and the API that a fault of the other store could reach, once more on that store.
      ...(hasPostgres && ring !== 'first'
        ? [
            {
              extends: true as const,
              test: {
                name: 'postgres',
                include: pathsOf(files.filter(({ tags }) => tags.includes('both-stores'))),
                setupFiles: [join(import.meta.dirname, 'packages/store-postgres/test/use-postgres.ts')],
              },
            },
          ]
        : []),
    ],
    tags: [...TAGS],
    setupFiles: [
      'test-seed',
      'test-guard',
      ...(process.env['NOTEGRAPH_TEST_TIMES'] ? ['test-times-probe'] : []),
    ].map((name) => join(import.meta.dirname, `scripts/${name}.ts`)),
    // Each starts its program only if a test file asks for it.
    globalSetup: ['postgres', 'browser'].map((name) =>
      join(import.meta.dirname, `packages/${name}-tests/src/global-setup.ts`),
    ),
    reporters: ['default', './scripts/count-reporter.ts'],
    // Files share a process: starting one for each costs more than most of them take.
    isolate: false,
    // Node itself loads the modules. Vite's runner reads each import by a getter, which slows busy code by a third.
    experimental: { viteModuleRunner: false },
    // Tests make much garbage: with room for young objects, a run needs a twelfth less processor time.
    execArgv: [
      '--conditions=notegraph',
      '--max-semi-space-size=64',
      ...(process.env['PLANTED_FAULT'] ? ['--import', PLANT] : []),
    ],
    sequence:
      process.env['NOTEGRAPH_TEST_ORDER'] === 'random'
        ? { shuffle: { files: true } }
        : { sequencer: LongestFirst },
    // Tests with browsers and processes wait a third of their time.
    maxWorkers: ring === 'second' ? '150%' : '100%',
    // Each wait is for a condition. These end the run of a test that waits for ever, and no slow machine reaches them.
    testTimeout: PATIENCE,
    hookTimeout: PATIENCE,
    expect: { poll: { timeout: PATIENCE / 2 } },
  },
})
