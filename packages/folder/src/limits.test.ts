/** Notes beyond their limits: each is reported at its line and costs no more than its limits. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deeperThan, planFolder, readNote, textHash, type NoteLimits } from './index.ts'
import { flatten } from './outline-draft.ts'

const LIMITS: NoteLimits = {
  lines: 50,
  blocks: 10,
  depth: 5,
  blockText: 100,
  properties: 6,
  propertyText: 60,
  names: 4,
  nesting: 8,
  settings: 200,
}

const read = (text: string, path = 'pages/a.md') =>
  readNote(planFolder([path, 'pages/b.md'], undefined, undefined, LIMITS), path, text)

const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n')

describe('a note', () => {
  test.each([
    ['of as many lines as it may have', lines(50, () => ''), undefined],
    ['of one line more', lines(51, () => ''), [51, 'more than 50 lines']],
    ['of as many blocks', lines(10, () => '- a'), undefined],
    ['of one block more', lines(11, () => '- a'), [11, 'more than 10 blocks']],
    ['of as many levels', lines(5, (n) => `${'\t'.repeat(n)}- a`), undefined],
    ['of one level more', lines(6, (n) => `${'\t'.repeat(n)}- a`), [6, 'deeper than 5 levels']],
    ['with a block of as many characters', `- b\n- ${'x'.repeat(100)}`, undefined],
    ['with one character more', `- b\n- ${'x'.repeat(101)}`, [2, 'more than 100 characters']],
    ['with a block of many lines', `- b\n- a\n${lines(30, () => '  aaaa')}`, [2, 'more than 100 characters']],
  ] as const)('%s', (_, text, fault) => {
    const result = read(text)
    const unread = result.ok ? [] : result.unread
    expect(unread.map(({ line, why }) => [line, fault !== undefined && why.includes(fault[1])])).toEqual(
      fault ? [[fault[0], true]] : [],
    )
  })

  test.each([
    ['too many names', 'type:: x\nalias:: a, b, c, d, e\n- words', 'alias:: a, b, c, d, e', ['type']],
    ['too many tags', 'tags:: a, b, c, d, e\ntype:: x\n- words', 'tags:: a, b, c, d, e', ['type']],
    [
      'values too long together',
      `a:: ${'x'.repeat(40)}\nb:: ${'x'.repeat(40)}\nc:: x\n- words`,
      `b:: ${'x'.repeat(40)}`,
      ['a', 'c'],
    ],
    [
      'too many properties',
      `${lines(9, (n) => `k${n}:: v`)}\n- words`,
      'k6:: v\nk7:: v\nk8:: v',
      ['k0', 'k1', 'k2', 'k3', 'k4', 'k5'],
    ],
  ] as const)('with %s keeps the rest, and the others as words', (_, text, words, kept) => {
    const result = read(text)
    if (!result.ok) throw new Error('it is not read')
    expect(result.note.unread).toEqual([])
    expect(result.note.findings).toMatchObject([{ kind: 'limit' }])
    expect(result.note.props.map(([key]) => key)).toEqual(kept)
    expect(result.note.blocks.map(({ content }) => content)).toEqual([words, 'words'])
  })
})

describe('readers skip content that nests too deep', () => {
  const nested = (count: number) => '['.repeat(count) + ']'.repeat(count)

  test.each([
    ['properties', `{"name":"A",\n"props":{"x":${nested(100_000)}}}`],
    ['shapes', `{"name":"A",\n"shapes":[{"props":{"x":${nested(100_000)}}}]}`],
  ])('%s of a whiteboard', (_, text) => {
    expect(read(text, 'whiteboards/a.json')).toEqual({
      ok: false,
      unread: [{ file: 'whiteboards/a.json', line: 2, why: expect.stringContaining('deeper than 8 levels') }],
    })
  })

  test('settings: the folder is read without them', () => {
    for (const config of ['{:a '.repeat(9), `{:a "${'x'.repeat(200)}"}`]) {
      const plan = planFolder(['pages/a.md', 'pages/.md'], config, undefined, LIMITS)
      expect(plan.unread).toEqual([{ file: 'logseq/config.edn', line: 1, why: expect.any(String) }])
      expect(plan.config.pagesFolder).toBe('pages')
    }
  })

  test('the manifest of an export', () => {
    const plan = planFolder(['pages/a.md'], undefined, nested(9), LIMITS)
    expect(plan.unread).toEqual([{ file: 'logseq/notegraph.json', line: 1, why: expect.any(String) }])
  })

  test('front matter: stays as text', () => {
    const text = `---\na: ${'['.repeat(200)}\n---\n- words`
    const result = readNote(planFolder(['pages/a.md']), 'pages/a.md', text)
    if (!result.ok) throw new Error('it is not read')
    expect(
      flatten(result.note.blocks)
        .map(({ content }) => content)
        .join('\n'),
    ).toContain('[['.repeat(100))
  })
})

test('brackets of JSON count outside strings, as in a parser', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? 1 + Math.max(0, ...Object.values(value).map((item) => depthOf(item)))
      : 0
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value, null, 1)
      const depth = depthOf(value)
      expect(deeperThan(text, depth)).toBeUndefined()
      expect(deeperThan(text, depth - 1) !== undefined).toBe(depth > 0)
    }),
  )
})

test('limits apply to an outline from the manifest of an export', () => {
  const [file, text] = ['pages/a.md', '- a\n']
  const item = ['a'.repeat(8), 1, 1]
  const plain = readNote(planFolder([file]), file, text)
  expect(plain.ok).toBe(true)
  const deep = Array.from({ length: 7 }, (_, depth) => [depth, 'a'])
  const words = { name: 'A', props: [], blocks: deep }
  const manifest = JSON.stringify([
    { file, hash: textHash(text), page: item, blocks: deep.map(() => item), words },
  ])
  const read = readNote(planFolder([file], undefined, manifest, LIMITS), file, text)
  expect(read).toMatchObject({
    ok: false,
    unread: [{ why: expect.stringContaining('deeper than 5 levels') }],
  })
})
