import { expect, test } from 'vitest'
import { moduleOf, programOf } from './program.ts'

test.each([
  ['add(1, 2) // 3', 'check(add(1, 2), ( 3))'],
  ['const sum = add(1, 2) // 3', 'const sum = add(1, 2); check(sum, ( 3))'],
  ['const [sum] = sums() // 3', 'const [sum] = sums(); check(sum, ( 3))'],
  ['const [one, two] = sums() // 3', 'const [one, two] = sums() // 3'],
  ['add(1, 2) // one of two', 'add(1, 2) // one of two'],
  ['// 3\nadd(1, 2)', '// 3\nadd(1, 2)'],
])('programOf(%j): %j', (code, program) => expect(programOf(code)).toBe(program))

test('moduleOf moves imports out of the function and passes only names in use', () => {
  const code = "import { add } from 'sums'\nconst sum = add(first)\nimport { sub } from 'sums'"
  expect(moduleOf(code, ['first', 'second'], ['sum']).split('\n').filter(Boolean)).toEqual([
    "import { add } from 'sums'",
    "import { sub } from 'sums'",
    'export async function run({ first }, check) {',
    '{',
    'const sum = add(first)',
    'return { sum }',
    '}',
    '}',
  ])
})
