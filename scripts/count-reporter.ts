import type { Reporter, TestModule } from 'vitest/node'

/**
 * Ends a run with one plain line for programs, `N passed, N failed, N skipped`. The lines before it list the reasons of
 * skipped tests, such as a program that this machine lacks.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const n = { passed: 0, failed: errors.length, skipped: 0 }
    const reasons = new Set<string>()
    for (const module of modules) {
      if (module.errors().length > 0) n.failed++ // a file that did not load
      for (const test of module.children.allTests()) {
        const result = test.result()
        n[result.state === 'pending' ? 'skipped' : result.state]++
        if (result.state === 'skipped' && result.note !== undefined) reasons.add(result.note)
      }
    }
    process.once('exit', () => {
      for (const reason of reasons) process.stdout.write(`${reason}\n`)
      process.stdout.write(`${n.passed} passed, ${n.failed} failed, ${n.skipped} skipped\n`)
    })
  }
}
