import { makeBlock } from '@notegraph/graph'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Commit } from '../../graph/commits.ts'
import { pack, unpack } from './pack.ts'
import { derive, newBlock, prepare, prepareUnderived, rowAlone } from '../write/prepared-commit.ts'

const env = rowAlone(undefined)
const block = (content: string, id = 'b1', pageId = 'p1') =>
  makeBlock({ id, content, rev: 'r', pageId, parentId: null, order: -0.5, createdAt: 1, now: 2 })

/** Lines that each set another column of a row. */
const line = fc.oneof(
  fc.constantFrom(
    'TODO [#A] x',
    '[#C] x',
    '## Oven',
    'SCHEDULED: <2026-11-20 Fri>',
    'DEADLINE: <2026-11-21 Sat>',
    'key:: [[A]], b',
    'collapsed:: true',
    'see ((00000000-0000-4000-8000-000000000000)) and ((00000000-0000-4000-8000-000000000001))',
    '日本 {{embed ((00000000-0000-4000-8000-000000000000))}}',
    'id:: b1',
    '[[2026-11-20]] #tag #[[a b]] [[Straße]]',
    'ÉTÉ 日本',
    // A Latin-1 character that folds to a wide one.
    '5 µm',
    ' \t',
  ),
  // A row depends on more than the record with a file, and not with the first of these.
  fc.constantFrom('my files/a', '![](/api/files/x)', 'a\rb'),
  fc.string({ unit: 'grapheme' }),
)
const changeOf = (texts: readonly (readonly string[])[]): Commit => ({
  puts: texts.map((lines, i) => ({
    record: block(lines.join('\n'), `b${i}`, `p${i >> 1}`),
    from: i % 5 === 4 ? 3 : 0,
  })),
  quota: 7,
})

const texts = fc.array(fc.array(line, { maxLength: 4 }), { maxLength: 8 })

test('a change comes out as it went in', () => {
  fc.assert(
    fc.property(texts, (lines) => {
      const change = prepare(changeOf(lines), env)
      const { blocks, ...there } = unpack(structuredClone(pack(change)))
      expect({ ...there, blocks: [...blocks] }).toEqual({ ...change, puts: there.puts })
      expect(blocks.length).toBe(change.blocks.length)
      expect(there.puts).toHaveLength(change.puts.length)
    }),
  )
})

test('a change that another thread derives comes out as if this one had', () => {
  fc.assert(
    fc.property(texts, (lines) => {
      const there = derive(unpack(structuredClone(pack(prepareUnderived(changeOf(lines), env)))), env)
      const here = unpack(structuredClone(pack(prepare(changeOf(lines), env))))
      expect({ ...there, blocks: [...there.blocks] }).toEqual({ ...here, blocks: [...here.blocks] })
    }),
  )
})

test('a record that is not a new plain block travels as JSON, and comes out with its record', () => {
  const record = block('![](/api/files/x)')
  const packed = pack(prepare({ puts: [{ record, from: 3 }] }, env))
  expect(packed.puts).toEqual([
    { id: 'b1', kind: 'block', deleted: false, from: 3, doc: JSON.stringify(record) },
  ])
  expect(unpack(packed).puts).toEqual([{ ...packed.puts[0], record }])
})

test.each(['TODO a\x01b', '[[\x02]]'])('a text with %j in it travels as a record', (content) => {
  const record = block(content)
  const { puts, blocks } = unpack(pack(prepare({ puts: [{ record, from: 0 }] }, env)))
  expect([...blocks]).toEqual([])
  expect(JSON.parse(puts[0]!.doc)).toEqual(record)
})

test('a block that holds a file has no row ahead, since more than its record decides', () => {
  expect(newBlock(block('![](/api/files/x)'), env)).toBeUndefined()
  expect(newBlock(block('((00000000-0000-4000-8000-000000000000))'), env)).toBeDefined()
})
