/** Messages of refusals are in `packages/service/src/words*.ts`; code of HTTP and of MCP only names them. */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const packages = resolve(import.meta.dirname, '../..')

test.each(
  globSync('{server,mcp-server}/src/**/*.ts', { cwd: packages })
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted(),
)('%s words no refusal', (file) => {
  const text = readFileSync(resolve(packages, file), 'utf8')
  expect(text.match(/code: 'bad_request',\s+(?:error|hint): ['`][^\n]*/)?.[0]).toBe(undefined)
})
