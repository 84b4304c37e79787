import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readmeExamples, runExample } from '@notegraph/example-tests'
import { expect, onTestFinished, test } from 'vitest'

test('the example of the README computes the results that it states', async () => {
  const home = mkdtempSync(join(tmpdir(), 'notegraph-mcp-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const [example] = readmeExamples(new URL('../README.md', import.meta.url))
  const code = example!.code.replace("'./data'", JSON.stringify(join(home, 'data')))
  const { actual, stated } = await runExample({ ...example!, code })
  expect(stated).toHaveLength(2)
  expect(actual).toEqual(stated)
})
