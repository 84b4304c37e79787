import { describe, expect, test } from 'vitest'
import { readHead } from './page-head.ts'
import type { Habit } from './habit.ts'

const head = (text: string, habit: Habit = 'logseq'): { props: string[]; end: number } => {
  const { properties, end } = readHead(text.split('\n'), habit)
  return { props: properties.map(({ key, value, at }) => `${at} ${key}=${value}`), end }
}

describe('[D2.4] property lines', () => {
  test.each([
    ['a:: b\nc:: d\n\n- x', ['0 a=b', '1 c=d'], 2],
    ['\n\nA.b/c-1:: x  \n\nDÉ:: y', ['2 a.b/c-1=x', '4 dé=y'], 5],
    ['a::b\nc:: d', [], 0],
    ['a b:: c', [], 0],
    ['a::', ['0 a='], 1],
    [`${'x'.repeat(65)}:: y`, [], 0],
    ['- a:: b', [], 0],
    ['https::// x', [], 0],
  ])('%j', (text, props, end) => expect(head(text)).toEqual({ props, end }))
})

describe('front matter', () => {
  test.each([
    ['---\ntitle: A\n---\n- x', ['1 title=A'], 3],
    ['---\ntags: [a, "b, c"]\naliases:\n  - X\n  - Y\n---\n', ['1 tags=a, [[b, c]]', '2 alias=X, Y'], 6],
    [
      '---\nversion: 1.10\nday: 2026-11-20\nyes: no\nnone:\n---',
      ['1 version=1.10', '2 day=2026-11-20', '3 yes=no', '4 none='],
      6,
    ],
    ['---\nReading Status: "a: b"\n---', ['1 reading-status=a: b'], 3],
    ['---\nmap:\n  a: 1\n  b: [2]\n---', ['1 map={"a":"1","b":["2"]}'], 5],
    ['---\nlong: |\n  one\n  two\n---\nkey:: v', ['1 long=one two', '5 key=v'], 6],
    ['---\n---\n- x', [], 2],
    ['---\nno mapping\n---', [], 0],
    ['---\na: [\n---', ['1 a=['], 3],
    ['---\n[\n---', [], 0],
    ['---\na: b', [], 0],
    ['- x\n---\na: b\n---', [], 0],
    [`---\na: ${'['.repeat(20_000)}\n---`, [], 0],
    ['---\na: &x [y]\nb: *x\n---', ['1 a=y', '2 b=*x'], 4],
  ])('%j', (text, props, end) => expect(head(text)).toEqual({ props, end }))

  test('tags can be in a line in a folder of notes', () => {
    expect(head('---\ntags: a b/c\n---', 'notes').props).toEqual(['1 tags=a, b/c'])
    expect(head('---\ntags: a b, c\n---', 'notes').props).toEqual(['1 tags=a b, c'])
    expect(head('---\ntags: a b\n---', 'logseq').props).toEqual(['1 tags=a b'])
  })
})
