import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as host from '@notegraph/host'
import { expect, test } from 'vitest'
import * as mcp from '../src/index.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const example = /```ts\n([^]*?)\n```/.exec(readme)?.[1] ?? ''

test('the example of the README says what happens', async () => {
  const home = mkdtempSync(join(tmpdir(), 'notegraph-mcp-'))
  /**
   * The example with its imports replaced by `modules`. Each line that ends in a comment adds a pair of computed and
   * promised value.
   */
  const program = example
    .replaceAll(/^import (\{.*\}) from ('.*')$/gm, 'const $1 = modules[$2]')
    .replaceAll(/^const (\w+) = (.*) \/\/ (.*)$/gm, 'const $1 = $2\npairs.push([$1, $3])')
    .replace("'./data'", JSON.stringify(join(home, 'data')))
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  // oxlint-disable-next-line typescript/no-implied-eval -- the test runs the example of the README
  const run = new AsyncFunction('modules', 'pairs', program)
  const pairs: [unknown, unknown][] = []
  try {
    await run({ '@notegraph/host': host, '@notegraph/mcp': mcp }, pairs)
  } finally {
    rmSync(home, { recursive: true })
  }
  expect(pairs).toHaveLength(2)
  for (const [computed, promised] of pairs) expect(computed).toEqual(promised)
})
