import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { find, linked, marked, open, rye, soon } from './example.ts'

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

test('the example in the README is the one that runs', () => {
  expect(read('../README.md')).toContain(`\`\`\`ts\n${read('example.ts')}\`\`\``)
})

test('it finds what its comments say', () => {
  const said = [...read('example.ts').matchAll(/\/\/ (\[.*\])$/gmu)].map(
    ([, list]) => JSON.parse(list!.replaceAll("'", '"')) as unknown,
  )
  expect([rye, soon, open, linked, marked]).toEqual(said)
  expect(find('(tood now)')).toContain('there is no operator "tood"')
})
