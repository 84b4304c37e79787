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
  /** Its imports are read from `modules`; each line that ends in a comment is what is computed and what is promised. */
  const program = example
    .replaceAll(/^import (\{.*\}) from ('.*')$/gm, 'const $1 = modules[$2]')
    .replaceAll(/^const (\w+) = (.*) \/\/ (.*)$/gm, 'const $1 = $2\npairs.push([$1, $3])')
    .replace("'./data'", JSON.stringify(join(home, 'data')))
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  // oxlint-disable-next-line typescript/no-implied-eval -- the page's own words are the test
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
