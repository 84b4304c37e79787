import { join } from 'node:path'
import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { findPostgres } from './packages/postgres-tests/src/find-postgres.ts'
import { EMBEDDED_ONLY } from './scripts/embedded-only.ts'

/** Packages from outside are read as Node reads them, which knows nothing of files made for bundlers. */
const conditions = ['source', ...defaultServerConditions.filter((condition) => condition !== 'module')]

export default defineConfig({
  // Source maps of dependencies name sources that no package brings.
  logLevel: 'error',
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'embedded',
          include: [
            'packages/*/{src,test}/**/*.test.ts',
            'apps/*/{src,test}/**/*.test.ts',
            'bench/**/*.test.ts',
            'evaluation/**/*.test.ts',
            'examples/**/*.test.ts',
            'scripts/**/*.test.ts',
            'trial/**/*.test.ts',
          ],
        },
      },
      // The tests of the service and the API once more, on the other store.
      ...(findPostgres({ env: process.env }) === undefined
        ? []
        : [
            {
              extends: true as const,
              test: {
                name: 'postgres',
                include: [
                  'packages/{service,server,web,mcp-server}/{src,test}/**/*.test.ts',
                  'apps/api/test/**/*.test.ts',
                ],
                exclude: Object.keys(EMBEDDED_ONLY),
                // A write waits for several round trips.
                testTimeout: 240_000,
                hookTimeout: 240_000,
                setupFiles: [join(import.meta.dirname, 'packages/store-postgres/test/use-postgres.ts')],
              },
            },
          ]),
    ],
    // Starts PostgreSQL only if a test file asks for it.
    globalSetup: [join(import.meta.dirname, 'packages/postgres-tests/src/global-setup.ts')],
    reporters: ['default', './scripts/count-reporter.ts'],
    // Files share a process: starting one for each costs more than most of them take.
    isolate: false,
    maxWorkers: '100%',
    // Their own TypeScript is found under the condition of ours, which Node runs in no dependency.
    server: { deps: { inline: [/@modelcontextprotocol\/(sdk|client)/, /eventsource/] } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine takes longer than the default of a second.
    expect: { poll: { timeout: 30_000 } },
  },
})
