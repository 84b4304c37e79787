import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UUID, outlineText } from '../test/outline.ts'
import { fold } from './fold.ts'
import { parseBlock } from './parse.ts'

const OTHER = '00000000-0000-4000-8000-00000000000A'

describe('refs', () => {
  test.each([
    ['[[Page]]', ['Page']],
    ['[[ Page ]]', ['Page']],
    ['[[a]] and [[b]]', ['a', 'b']],
    ['[[b]] [[a]] [[B]]', ['b', 'a']],
    ['[[Straße]] [[STRASSE]]', ['Straße']],
    ['[[a [[b]] c]]', ['a [[b]] c', 'b']],
    ['[[a [[b [[c]]]]]]', ['a [[b [[c]]]]', 'b [[c]]', 'c']],
    ['[[[[a]] b]]', ['[[a]] b', 'a']],
    ['[[[a]]]', ['a']],
    ['[[a [b]]]', ['a [b]']],
    ['[[a [b] c]]', ['a [b] c']],
    ['[[a]]]', ['a']],
    ['[[open [[a]]', ['a']],
    ['[[open', []],
    ['[[a\nb]]', []],
    ['[[ ]]', []],
    ['[[]]', []],
    ['[a]', []],
    ['[[a] ]', []],
    ['![[a]]', ['a']],
    ['([[a]])', ['a']],
    ['**[[a]]**', ['a']],
    ['"[[a]]"', ['a']],
    ['| [[a]] |', ['a']],
    ['- [ ] [[a]]', ['a']],
    ['[[a/b]]', ['a/b']],
    ['[[2026-11-20]]', ['2026-11-20']],
    ['[[中文 页面]]', ['中文 页面']],
    ['[[it`s]] and [[that`s]]', ['it`s', 'that`s']],
    ['[[a #b]]', ['a #b']],
    ['[[a $x$]] $[[b]]$', ['a $x$']],
    ['[label]([[Page]])', ['Page']],
    ['[label]([[Page (2)]])', ['Page (2)']],
    ['[[a]](not an address)', ['a']],
    ['[[a]](b)', ['a']],
    ['{{embed [[Page]]}}', ['Page']],
    ['{{embed  [[Page]] }}', ['Page']],
    ['#tag [[tag]]', ['tag']],
    ['#[[a tag]]', ['a tag']],
    ['#a [[b]] #c', ['a', 'b', 'c']],
    ['TODO [#A] [[a]]', ['a']],
    ['key:: [[a]], #b and [[c]]', ['a', 'b', 'c']],
    ['[[key]]:: [[a]]', ['key', 'a']],
    ['tags:: a, b', ['a', 'b']],
    ['tags:: [[a, b]], c', ['a, b', 'c']],
    ['tags:: #a, #[[b c]]', ['a', 'b c']],
    ['tags:: #a #b', ['a', 'b']],
    ['tags:: a，b', ['a', 'b']],
    ['tags:: b, [[a]], c', ['b', 'a', 'c']],
    ['tags:: , ,', []],
    ['tags:: #, [[]]', []],
    ['tags:: [[open, a', ['[[open', 'a']],
    ['Tags:: a', ['a']],
    ['alias:: a, b c', ['a', 'b c']],
    ['aliases:: a, b', []],
    ['type:: person', []],
    ['id:: [[a]]', []],
    ['> [[a]]', ['a']],
    ['', []],
  ])('[D2.5] %j', (content, refs) => {
    expect(parseBlock(content).refs).toEqual(refs)
  })
})

describe('tags and links', () => {
  test.each([
    ['#a [[b]]', ['a'], ['b']],
    ['[[a]] #a', ['a'], ['a']],
    ['#a #A', ['a'], []],
    ['tags:: a, [[b]]', ['a', 'b'], []],
    ['alias:: a, #b', ['b'], ['a']],
    ['key:: #a, [[b]]', ['a'], ['b']],
    ['#[[a [[b]]]]', ['a [[b]]'], ['b']],
    ['[[a #[[b]]]]', ['b'], ['a #[[b]]']],
    ['[[A]] [[a]]', [], ['A']],
    ['{{embed [[a]]}} [l]([[b]])', [], ['a', 'b']],
  ])('[D2.5] %j', (content, tags, links) => {
    expect(parseBlock(content)).toMatchObject({ tags, links })
  })
})

describe('block references', () => {
  test.each([
    [`((${UUID}))`, [UUID]],
    [`((${OTHER}))`, [OTHER]],
    [`((${UUID})) ((${UUID})) ((${OTHER}))`, [UUID, OTHER]],
    [`[label](((${UUID})))`, [UUID]],
    [`{{embed ((${UUID}))}}`, [UUID]],
    [`key:: ((${UUID}))`, [UUID]],
    [`(((${UUID})))`, [UUID]],
    ['((word))', []],
    [`(${UUID})`, []],
    [`((${UUID})`, []],
    [`(( ${UUID} ))`, []],
    [`((${UUID}0))`, []],
    [`((${UUID.slice(1)}))`, []],
    ['((6a7b8c9d-1234-4abc-8def-0123456789ag))', []],
    ['((6a7b8c9d1-234-4abc-8def-0123456789ab))', []],
    [`#a((${UUID}))`, [UUID]],
  ])('[D2.5] %j', (content, ids) => {
    expect(parseBlock(content).blockRefs).toEqual(ids)
  })
})

test('[D2.5] a row of nested links is read eight deep', () => {
  const depth = 2000
  const { refs } = parseBlock(`${'[['.repeat(depth)}a${']]'.repeat(depth)}`)
  expect(refs).toHaveLength(8)
})

test('[D2.12] any string reads as a consistent block', () => {
  fc.assert(
    fc.property(fc.oneof(outlineText, fc.string({ unit: 'binary' })), (content) => {
      const block = parseBlock(content)
      const folded = block.refs.map(fold)
      expect(new Set(folded).size).toBe(folded.length)
      const named = new Set([...block.tags, ...block.links].map(fold))
      expect(new Set(folded)).toEqual(named)
      expect(block.refs.every((name) => name === name.trim() && name !== '')).toBe(true)
      expect(new Set(block.properties.map(({ key }) => key)).size).toBe(block.properties.length)
      expect(parseBlock(block.content)).toEqual(block)
    }),
    { numRuns: 2000 },
  )
})

test('[D2] a line of words reads as it does with a blank line behind it, which is scanned', () => {
  const unit = fc.constantFrom(...'>-+~*_=1.)]} \t\v\u00a0\u2028a面'.split(''), 'TODO', 'DONE ', 'NOW')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (line) => {
      expect(parseBlock(line)).toEqual({ ...parseBlock(`${line}\n`), content: line })
    }),
    { numRuns: 2_000 },
  )
})
