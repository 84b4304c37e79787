import { readmeExamples, runExample } from '@notegraph/example-tests'
import { expect, test } from 'vitest'

const examples = readmeExamples(new URL('../README.md', import.meta.url))

test.each([
  ['reads a note', 'withFiles(read.note, (path) => (path', 3],
  ['writes a folder', 'folderTexts(', 3],
])('the example of the README that %s computes the results that it states', async (_, part, count) => {
  const { actual, stated } = await runExample(examples.find(({ code }) => code.includes(part))!)
  expect(stated).toHaveLength(count)
  expect(actual).toEqual(stated)
})
