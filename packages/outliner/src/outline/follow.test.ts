import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carriedTo } from './follow.ts'

test.each([
  ['crane|', 'crane from a program', 'crane| from a program'],
  ['|crane', 'the crane', '|the crane'],
  ['cr|ane', 'the crane', 'the cr|ane'],
  ['the crane|', 'the crane', 'the crane|'],
  ['old cra|ne', 'new hoist', '|new hoist'],
  ['the |crane', '', '|'],
  ['crane|', 'the crane of oak', 'the crane| of oak'],
  [' hull  crane  oak | pine ', ' mast  crane  oak ', ' mast  crane  oak| '],
  ['crane at the |quay', 'the old crane at the quay of oak', 'the old crane at the |quay of oak'],
])('[O4.1] the caret of %j in %j is at %j', (drawn, after, expected) => {
  const at = carriedTo(drawn.replace('|', ''), after)(drawn.indexOf('|'))
  expect(`${after.slice(0, at)}|${after.slice(at)}`).toBe(expected)
})

test('[O4.1] words that stay in their order are on the same side of the caret, whatever else is put in or taken away', () => {
  const words = fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'.split('')), { minLength: 1 })
  const kept = fc.array(fc.tuple(fc.boolean(), fc.constantFrom('', ' x ', ' y ', 'z')), { minLength: 13, maxLength: 13 }) // prettier-ignore
  fc.assert(
    fc.property(words, kept, fc.nat(), (all, changes, caret) => {
      const before = all.map((word) => ` ${word} `).join('')
      const after = all.map((word, i) => changes[i]![1] + (changes[i]![0] ? ` ${word} ` : '')).join('')
      const at = caret % (before.length + 1)
      const stay = (text: string, other: string): string =>
        (text.match(/[a-l]/g) ?? []).filter((word) => other.includes(word)).join('')
      const then = carriedTo(before, after)(at)
      expect(stay(after.slice(0, then), before)).toBe(stay(before.slice(0, at), after))
    }),
  )
})

test('[O4.1] letters that stay are on the same side of the caret', () => {
  const letters = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmn'.split('')))
  fc.assert(
    fc.property(
      letters,
      fc.array(fc.constantFrom('x', 'y', 'z')),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      fc.constantFrom('left' as const, 'right' as const),
      (all, written, from, count, caret, side) => {
        // prettier-ignore
        const start = from % (all.length + 1)
        const after = [...all.slice(0, start), ...written, ...all.slice(start + (count % 5))]
        const at = caret % (all.length + 1)
        const then = carriedTo(all.join(''), after.join(''), side)(at)
        const stay = (some: readonly string[]) => some.filter((letter) => /[a-n]/.test(letter) && after.includes(letter)) // prettier-ignore
        expect(stay(all.slice(0, at))).toEqual(stay(after.slice(0, then)))
        expect(stay(all.slice(at))).toEqual(stay(after.slice(then)))
      },
    ),
  )
})
