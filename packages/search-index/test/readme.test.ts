import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { before, find, left, open, other, rye } from './example.ts'

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

test('the example in the README is the one that runs', () => {
  expect(read('../README.md')).toContain(`\`\`\`ts\n${read('example.ts')}\`\`\``)
})

test('it finds what its comments say', () => {
  const said = [...read('example.ts').matchAll(/\/\/ (\[.*\]|\d+)$/gmu)].map(
    ([, value]) => JSON.parse(value!.replaceAll("'", '"')) as unknown,
  )
  expect([before, rye, open, other, left]).toEqual(said)
  expect(() => find('(tood now)')).toThrow('(tood now)')
})
