/** SECURITY.md and docs/reliability/security.md name tests and files for each risk and requirement, which exist. */
import { existsSync, readFileSync } from 'node:fs'
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

/** The requirements of the first two levels of OWASP ASVS 5.0.0, by chapter. */
const ASVS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

describe('docs/reliability/security.md', () => {
  const [, ...chapters] = text('docs/reliability/security.md').split(/^### V/m)
  const rows = chapters.map((chapter) => [...chapter.matchAll(/^\| (\d+\.\d.*?) \| (.+?) +\| (.+?) +\|$/gm)])

  test('has each requirement of ASVS once', () => {
    const ids = rows.map((some) => some.flatMap(([, list]) => list!.trim().split(', ')))
    expect(ids.map((some) => new Set(some).size)).toEqual(ASVS)
    expect(ids.flat()).toHaveLength(ASVS.reduce((sum, count) => sum + count, 0))
  })

  test('names files that exist', () => {
    const named = rows
      .flat()
      .flatMap(([, , , shown]) => [...shown!.matchAll(/`(.+?)`/g)].map(([, path]) => path!))
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  })
})
