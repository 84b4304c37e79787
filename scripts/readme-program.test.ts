import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { PURE } from './layers.ts'
import { diskScript, readmePrograms, readmeScript } from './readme-program.ts'

const root = resolve(import.meta.dirname, '..')
const fenced = (code: string) => `# Words\n\n\`\`\`ts\n${code}\n\`\`\`\n`

test.each([
  ['add(1) // 2', ['add'], "import { add } from 'sums'\nadd(1)".split('\n')[0]!],
  ['add(1) // 2', ['add'], 'expect(add(1)).toEqual(2)'],
  ['export const two = add(1) // [2]', ['add'], 'expect(two).toEqual([2])'],
  ["import { add } from 'sums'\nadd(1)", ['add'], "\nimport { add } from 'sums'\nadd(1)"],
  [
    "import { add } from 'sums/core'\nadd(1, one)",
    ['add', 'one'],
    "import { one } from 'sums'\nimport { add }",
  ],
  ['const x = add(1) // the sum', ['add'], 'const x = add(1) // the sum'],
  [
    "import { add } from 'sums'\nconst last = add(token)",
    ['add'],
    'function example(url: string, token: string, session: string)',
  ],
])('%j of a README becomes a program with its imports and checks', (code, exports, part) => {
  expect(readmePrograms(fenced(code), 'sums', exports)[0]).toContain(part)
})

test('each example of a README is a program, but for those that need a disk', () => {
  const readme = ['one(1)', "import { two } from 'sums/node'", 'three(3)'].map(fenced).join('')
  expect(readmePrograms(readme, 'sums', [])).toEqual([
    expect.stringContaining('one(1)'),
    expect.stringContaining('three(3)'),
  ])
})

test('the example that needs a disk is a script with the folder that it reads', () => {
  const disk = "import { two } from 'sums/node'\nconst sum = two(path) // 2"
  expect(diskScript(`${fenced('one(1)')}${fenced(disk)}`, './notes')).toBe(
    `import { expect } from './expect.js'
const path = "./notes"
import { two } from 'sums/node'
const sum = two(path)
expect(sum).toEqual(2)

void expect
`,
  )
  expect(diskScript(fenced('one(1)'), './notes')).toBeUndefined()
})

test('the checks of an example that needs a server are in its function', () => {
  const [program] = readmePrograms(fenced("const name = who(token) // 'Ada'"), 'who', ['who'])
  expect(program).toMatch(/example\([^]*expect\(name\)\.toEqual\('Ada'\)[^]*\}/)
})

test('a declaration that takes a value apart stays as it is', () => {
  expect(readmeScript(fenced("const [a] = pair() // 'A'"))).toContain("const [a] = pair() // 'A'")
})

test('a README without an example has no program', () => {
  expect(readmePrograms('# Words', 'sums', [])).toEqual([])
  expect(readmeScript('# Words')).toBeUndefined()
})

test.each(globSync(`packages/{${[...PURE, 'client'].join(',')}}/README.md`, { cwd: root }).toSorted())(
  '%s has an example',
  (path) => expect(readmePrograms(readFileSync(join(root, path), 'utf8'), 'it', [])).not.toEqual([]),
)
