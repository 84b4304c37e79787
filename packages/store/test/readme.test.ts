import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answer } from './example.ts'

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

test('the example in the README is the one that runs', () => {
  expect(read('../README.md')).toContain(`\`\`\`ts\n${read('example.ts')}\`\`\``)
})

test('it answers the block', () => {
  expect(answer).toMatchObject({
    id: 'b1',
    page: 'Analytical Engine',
    marker: 'TODO',
    refs: ['Mill'],
    order: 1,
  })
})
