import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, parseBlock, renameReferences } from './index.ts'

test.each([
  ['see [[Old]] and [[ old ]]', 'see [[New name]] and [[New name]]'],
  ['#Old, #old. #[[Old]]', '#[[New name]], #[[New name]]. #[[New name]]'],
  ['[label]([[Old]]) {{embed [[old]]}}', '[label]([[New name]]) {{embed [[New name]]}}'],
  ['TODO call\nknows:: [[Old]], #Old\nSCHEDULED: <2026-11-20 Fri>', 'TODO call\nknows:: [[New name]], #[[New name]]\nSCHEDULED: <2026-11-20 Fri>'],
  ['words\ntags:: old, Other,  OLD\nalias:: [[Old]], #old', 'words\ntags:: New name, Other,  New name\nalias:: [[New name]], #[[New name]]'],
  ['{{query (and [[Old]] (page-property k [[old]]) #Old)}}', '{{query (and [[New name]] (page-property k [[New name]]) #[[New name]])}}'],
  ['a [[deep [[Old]] one]]', 'a [[deep [[New name]] one]]'],
  ['old words, `[[Old]]`, [[Older]], [[Old/part]], #Older, {{renderer [[Old]]}}', undefined],
  ['```\n[[Old]]\n```', undefined],
])('[A10.3] %j becomes %j', (content, expected = content) => {
  expect(renameReferences(content, 'Old', 'New name')).toBe(expected)
}) // prettier-ignore

test.each([
  ['#Old', 'New', '#New'],
  ['tags:: Old', 'a, b', 'tags:: [[a, b]]'],
  ['#Old', 'C#', '#[[C#]]'],
  ['#old [[OLD]]', 'old', '#old [[old]]'],
])('[A10.3] %j with the name %j becomes %j', (content, to, expected) => {
  expect(renameReferences(content, 'Old', to)).toBe(expected)
})

test('[A10.3] nothing refers to the old name any more, and all else stays', () => {
  const piece = fc.constantFrom('[[Old]]', '#Old', '#[[old]]', 'words', '[[Other]]', '\n', 'tags:: Old, x', 'k:: [[Old]]', '`', '(([[', '{{embed [[Old]]}}', ' ') // prettier-ignore
  const name = fc.constantFrom('New', 'New name', 'a, b', 'x#y', 'Straße', '新')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), name, (pieces, to) => {
      const before = parseBlock(pieces.join(' '))
      const after = parseBlock(renameReferences(before.content, 'Old', to))
      const names = (refs: readonly string[]): Set<string> => new Set(refs.map((one) => fold(one)))
      const expected = names(before.refs.map((one) => (fold(one) === 'old' ? to : one)))
      expect(names(after.refs)).toEqual(expected)
      expect(after.properties.map(({ key }) => key)).toEqual(before.properties.map(({ key }) => key))
    }),
  )
})
