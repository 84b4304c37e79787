import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { SEED } from './test-rings.ts'

/**
 * Ends a run with one plain line for programs, `N passed, N failed, N skipped`. The lines before it list the reasons of
 * skipped tests, such as a program that this machine lacks, and the seed of random tests. Runs with the same file in `NOTEGRAPH_TEST_COUNTS` add up.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const path = process.env['NOTEGRAPH_TEST_COUNTS']
    const n = earlierCounts(path)
    n.failed += errors.length
    const reasons = new Set<string>()
    for (const module of modules) {
      if (module.errors().length > 0) n.failed++ // a file that did not load
      for (const test of module.children.allTests()) {
        const result = test.result()
        n[result.state === 'pending' ? 'skipped' : result.state]++
        if (result.state === 'skipped' && result.note !== undefined) reasons.add(result.note)
      }
    }
    if (path !== undefined) writeFileSync(path, JSON.stringify(n))
    process.once('exit', () => {
      for (const reason of reasons) process.stdout.write(`${reason}\n`)
      process.stdout.write(`Random tests had the seed ${SEED}. NOTEGRAPH_SEED sets another.\n`)
      process.stdout.write(`${n.passed} passed, ${n.failed} failed, ${n.skipped} skipped\n`)
    })
  }
}

interface Counts {
  passed: number
  failed: number
  skipped: number
}

function earlierCounts(path: string | undefined): Counts {
  if (path === undefined || !existsSync(path)) return { passed: 0, failed: 0, skipped: 0 }
  return JSON.parse(readFileSync(path, 'utf8')) as Counts
}
