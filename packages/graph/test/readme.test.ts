import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answers } from './example.ts'

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

test('the README shows the example that runs', () => {
  expect(read('../README.md')).toContain(`\`\`\`ts\n${read('example.ts')}\`\`\``)
})

test('the README shows the results of the example', () => {
  expect(answers.map((answer) => JSON.parse(answer) as unknown)).toMatchObject([
    { id: 'b1', page: 'Bread', marker: 'TODO', refs: ['Rye flour', 'bread'], tags: ['bread'] },
    { id: 'b2', page: 'Bread', text: 'Bake at 240 degrees' },
  ])
})
