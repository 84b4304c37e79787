import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faultWords, OPERATORS, parseQuery, printQuery, resolveRange } from '../src/index.ts'

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

test('the README’s example holds', () => {
  const read = parseQuery('(and (todo now) rye) (between -7d today)')
  expect(read.ok && printQuery(read.query)).toBe('(and (todo NOW) rye) (between -7d today)')

  const wrong = parseQuery('(tood now)')
  expect(!wrong.ok && wrong.fault).toEqual({ reason: 'there is no operator "tood"', at: 2, nearest: 'todo' })

  const lastMonth = { from: { kind: 'offset', count: -1, unit: 'm' }, to: { kind: 'today' } } as const
  expect(resolveRange(lastMonth, 20270331)).toEqual([20270228, 20270331])
})

test('the README’s example is the one that is run here', () => {
  const example = /```ts\n([^]*?)```/u.exec(README)![1]!
  const here = readFileSync(new URL(import.meta.url), 'utf8').replaceAll(/^ {2}/gmu, '')
  expect(here).toContain(example)
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
