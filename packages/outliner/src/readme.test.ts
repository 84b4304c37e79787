import { readmeExamples, runExample } from '@notegraph/example-tests'
import { expect, test } from 'vitest'

test('the examples of the README compute the results that they state', async () => {
  const examples = readmeExamples(new URL('../README.md', import.meta.url))
  for (const example of examples) {
    const { actual, stated } = await runExample(example)
    expect(stated.length).toBeGreaterThan(0)
    expect(actual).toEqual(stated)
  }
})
