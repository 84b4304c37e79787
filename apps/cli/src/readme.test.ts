import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { everyCommand, pathCalled, wordsOf } from '../test/every-command.ts'

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const EXAMPLES = [...README.matchAll(/^notegraph (.+)$/gm)].map((match) => match[1]!)

test('every command has its example', async () => {
  const called = await Promise.all(EXAMPLES.map((line) => pathCalled(wordsOf(line))))
  expect(called.toSorted()).toEqual(
    everyCommand()
      .map(({ path }) => path.join(' '))
      .toSorted(),
  )
})

test.each(EXAMPLES)('the program takes %s', async (line) => {
  expect(line.startsWith(await pathCalled(wordsOf(line)))).toBe(true)
})
