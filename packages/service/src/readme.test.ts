import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as store from '@notegraph/store'
import * as sqlite from '@notegraph/store/sqlite'
import * as service from './index.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const example = /```ts\n([^]*?)\n```/.exec(readme)?.[1] ?? ''

/**
 * The example with its imports replaced by `modules`. Each line that ends in a comment adds a pair of computed and
 * promised value.
 */
const program = example
  .replaceAll(/^import (\{[^}]*\}) from ('.*')$/gm, 'const $1 = modules[$2]')
  .replaceAll(/^const (\w+) = (.*) \/\/ (.*)$/gm, 'const $1 = $2\npairs.push([$1, $3])')

test('the example of the README says what happens', async () => {
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  // oxlint-disable-next-line typescript/no-implied-eval -- the test runs the example of the README
  const run = new AsyncFunction('modules', 'pairs', program)
  const pairs: [unknown, unknown][] = []
  await run(
    { '@notegraph/service': service, '@notegraph/store': store, '@notegraph/store/sqlite': sqlite },
    pairs,
  )
  expect(pairs).toHaveLength(5)
  for (const [computed, promised] of pairs) expect(computed).toEqual(promised)
})
