/**
 * The order of test files. Those that need a program take longest and come first. Otherwise a processor is idle while one of
 * them runs alone at the end. Within each group, vitest sorts by the last run, or by size.
 */
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { needsProgram, testFiles } from './test-rings.ts'

export default class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const first = new Set(testFiles(root).flatMap(({ path, tags }) => (needsProgram(tags) ? [path] : [])))
    const isFirst = ({ moduleId }: TestSpecification) => Number(first.has(relative(root, moduleId)))
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of vitest, which returns a new array
    const sorted = await super.sort(specifications)
    const projects = Map.groupBy(sorted, ({ project }) => project)
    return [...projects.values()].flatMap((some) => some.toSorted((a, b) => isFirst(b) - isFirst(a)))
  }
}
