import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with one plain line, `N passed, N failed, N skipped`, that programs can read. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const n = { passed: 0, failed: errors.length, skipped: 0 }
    for (const module of modules) {
      if (module.errors().length > 0) n.failed++ // a file that did not load
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        n[state === 'pending' ? 'skipped' : state]++
      }
    }
    process.once('exit', () =>
      process.stdout.write(`${n.passed} passed, ${n.failed} failed, ${n.skipped} skipped\n`),
    )
  }
}
