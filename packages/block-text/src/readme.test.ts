import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as blockText from './index.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const example = /```ts\n([^]*?)\n```/.exec(readme)?.[1] ?? ''

/** The lines of the example. A line that ends in a comment gives a pair of the computed and the stated value. */
const lines = example.split('\n').filter((line) => line !== '' && !line.startsWith('import '))
const program = lines.map((line) => {
  const at = line.lastIndexOf(' // ')
  return at < 0 ? line : `pairs.push([${line.slice(0, at)}, ${line.slice(at + 4)}])`
})

test('the README shows the results of the example', () => {
  const names = Object.keys(blockText)
  // oxlint-disable-next-line typescript/no-implied-eval -- the page's own words are the test
  const run = new Function(...names, 'pairs', program.join('\n'))
  const pairs: [unknown, unknown][] = []
  run(...Object.values(blockText), pairs)
  expect(pairs).toHaveLength(10)
  for (const [computed, promised] of pairs) expect(computed).toEqual(promised)
})
