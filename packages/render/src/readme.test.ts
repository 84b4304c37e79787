import { readmeExamples, runExample } from '@notegraph/example-tests'
import { expect, test } from 'vitest'

test.each([
  [0, 3],
  [1, 2],
  [2, 2],
])('example %i of the README computes the results that it states', async (at, count) => {
  const { actual, stated } = await runExample(readmeExamples(new URL('../README.md', import.meta.url))[at]!)
  expect(stated).toHaveLength(count)
  expect(actual).toEqual(stated)
})
