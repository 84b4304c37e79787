import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as folder from '../src/index.ts'

/** Runs the code block of the README, so that it cannot say what is not so. */
test('the README’s example holds', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const example = /```ts\n([^]*?)```/u.exec(readme)![1]!
  const run = new Function(
    'folder',
    'expect',
    `const { planFolder, readNote, withFiles } = folder\n${example}`,
  )
  expect.hasAssertions()
  run(folder, expect)
})
