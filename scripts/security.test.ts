/** SECURITY.md names tests for each risk, and each of these tests exists. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const root = new URL('..', import.meta.url)
const text = (path: string): string => readFileSync(new URL(path, root), 'utf8')

const [, top10 = ''] = /## OWASP[^\n]*\n(.*?)\n## /s.exec(text('SECURITY.md')) ?? []
const risks = top10.split(/^### /m).slice(1)

test('the ten are there, in their order', () => {
  const numbers = risks.map((risk) => Number(/^API(\d+): /.exec(risk)?.[1]))
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

describe.each(risks.map((risk) => [risk.split('\n', 1)[0]!, risk] as const))('%s', (_, risk) => {
  const named = [...risk.matchAll(/^- `([^`]+)`: (.+)$/gm)].map(([, path, name]) => [path!, name!] as const)

  test('has tests', () => expect(named.length).toBeGreaterThan(0))

  test.each(named)('%s: %s', (path, name) => {
    const words = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    expect(text(path)).toMatch(new RegExp(`['"\` ]${words}['"\`]`))
  })
})
