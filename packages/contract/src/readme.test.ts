import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as contract from './index.ts'

test('the example of the README says what is so', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const example = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  const said = example
    .replace(/^import \{(.*)\} from .*$/m, 'const {$1} = contract')
    .replaceAll(/^(\w.*\)) \/\/ (.*)$/gm, 'expect($1).toEqual($2)')
  expect.assertions(5)
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the example is this package's own
  new Function('contract', 'expect', said)(contract, expect)
})
