import { readFileSync } from 'node:fs'
import { readmeExamples, runExample } from '@notegraph/example-tests'
import { expect, test } from 'vitest'
import { faultWords, OPERATORS, parseQuery } from '../src/index.ts'

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** The rows of the table whose first heading is this, cells trimmed. */
function table(heading: string): string[][] {
  const lines = README.split('\n')
  const head = lines.findIndex((line) => line.startsWith(`| ${heading} `))
  const end = lines.findIndex((line, i) => i > head && !line.startsWith('|'))
  return lines.slice(head + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const code = (cell: string): string => cell.replaceAll(/^`|`$/g, '')

test('the example of the README computes the results that it states', async () => {
  const [example] = readmeExamples(new URL('../README.md', import.meta.url))
  const { actual, stated } = await runExample(example!)
  expect(stated).toHaveLength(3)
  expect(actual).toEqual(stated)
})

test('the README lists the operators as their table does', () => {
  expect(table('operator').map((row) => row.slice(0, 3))).toEqual(
    OPERATORS.map(({ form, what, example }) => [
      form
        .split(' or ')
        .map((one) => `\`${one}\``)
        .join(' or '),
      what,
      `\`${example}\``,
    ]),
  )
})

test.each(table('query').map(([q, words]) => [code(q!), words!]))('its fault of %s', (q, words) => {
  const read = parseQuery(q)
  expect(read.ok ? 'a query' : faultWords(read.fault)).toBe(words)
})

test('each example of an operator begins with its name', () => {
  for (const { name, form, example } of OPERATORS) {
    expect(form.startsWith(`(${name} `)).toBe(true)
    expect(example.startsWith(`(${name} `)).toBe(true)
  }
})
