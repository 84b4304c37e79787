import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { PURE } from './layers.ts'
import { readmeProgram } from './readme-program.ts'

const root = resolve(import.meta.dirname, '..')
const fenced = (code: string) => `# Words\n\n\`\`\`ts\n${code}\n\`\`\`\n`

test.each([
  ['add(1) // 2', ['add'], "import { add } from 'sums'\nadd(1)".split('\n')[0]!],
  ['add(1) // 2', ['add'], 'expect(add(1)).toEqual(2)'],
  ['export const two = add(1) // [2]', ['add'], 'expect(two).toEqual([2])'],
  ["import { add } from 'sums'\nadd(1)", ['add'], "\nimport { add } from 'sums'\nadd(1)"],
  ['const x = add(1) // the sum', ['add'], 'const x = add(1) // the sum'],
  ["import { add } from 'sums'\nconst last = add(token)", ['add'], 'function example(token: string)'],
])('%j of a README becomes a program with its imports and checks', (code, exports, part) => {
  expect(readmeProgram(fenced(code), 'sums', exports)).toContain(part)
})

test('a README without an example has no program', () => {
  expect(readmeProgram('# Words', 'sums', [])).toBeUndefined()
})

test.each(globSync(`packages/{${[...PURE, 'client'].join(',')}}/README.md`, { cwd: root }).toSorted())(
  '%s has an example',
  (path) => expect(readmeProgram(readFileSync(join(root, path), 'utf8'), 'it', [])).toBeDefined(),
)
