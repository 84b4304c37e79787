import { readFileSync } from 'node:fs'
import * as service from '@notegraph/service'
import * as store from '@notegraph/store'
import * as sqlite from '@notegraph/store/sqlite'
import { expect, test } from 'vitest'
import * as mcp from '../src/index.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const example = /```ts\n([^]*?)\n```/.exec(readme)?.[1] ?? ''

/** The example, its imports read from `modules`, each line that ends in a comment as what is computed and what is promised. */
const program = example
  .replaceAll(/^import (\{[^}]*\}) from ('.*')$/gm, 'const $1 = modules[$2]')
  .replaceAll(/^const (\w+|\[(\w+)\]) = (.*) \/\/ (.*)$/gm, 'const $1 = $3\npairs.push([$1, $4])')
  .replaceAll(/pairs\.push\(\[\[(\w+)\]/g, 'pairs.push([$1')

test('the example of the README says what happens', async () => {
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  // oxlint-disable-next-line typescript/no-implied-eval -- the page's own words are the test
  const run = new AsyncFunction('modules', 'pairs', program)
  const pairs: [unknown, unknown][] = []
  await run(
    {
      '@notegraph/mcp-server': mcp,
      '@notegraph/service': service,
      '@notegraph/store': store,
      '@notegraph/store/sqlite': sqlite,
    },
    pairs,
  )
  expect(pairs).toHaveLength(3)
  for (const [computed, promised] of pairs) expect(computed).toEqual(promised)
})
