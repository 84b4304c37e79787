import { readmeExamples, runExample } from '@notegraph/example-tests'
import { expect, test } from 'vitest'

test('the example of the README computes the results that it states', async () => {
  const [example] = readmeExamples(new URL('../README.md', import.meta.url))
  const { actual, stated } = await runExample(example!)
  expect(stated).toHaveLength(3)
  expect(actual).toEqual(stated)
})
