import { fold, listValues } from '@notegraph/block-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editList } from './list-values.ts'

const name = fc.constantFrom('Ada', 'ada', 'Bob', 'a, b', 'C#', 'Über', 'x/y', 'today')
const names = fc.array(name, { maxLength: 4 })
const written = fc.constantFrom(
  '',
  '  ',
  'Ada, Bob',
  '[[Ada]] and Bob, "c"',
  '#Über, [[a, b]]',
  '[[Ada]] [[Bob]], x',
)

const without = (some: readonly string[], others: readonly string[]): string[] => {
  const gone = new Set(others.map(fold))
  return some.filter((one) => !gone.has(fold(one)))
}

test('[A11.3] a list has the names that were there without those removed, then those added', () => {
  fc.assert(
    fc.property(written, names, names, fc.boolean(), (held, add, remove, isRelation) => {
      const edited = editList('tags', held, { add, remove }, isRelation)
      const both = add.filter((one) => without([one], remove).length === 0)
      expect(edited.ok).toBe(both.length === 0)
      if (!edited.ok) return
      const { value, list } = edited.value
      expect(list.before).toEqual(listValues(held))
      const stays = without(list.before, remove)
      const more = without(add, list.before)
      expect(list.after.map(fold)).toEqual([...new Set([...stays, ...more].map(fold))])
      expect(listValues(value ?? '')).toEqual(list.after)
      const isSame = stays.length === list.before.length && more.length === 0
      expect(isSame ? (value ?? '') : held.trim()).toBe(held.trim())
    }),
  )
})

test('[A11.3] to add names and remove them again leaves the list that was', () => {
  fc.assert(
    fc.property(written, names, (held, add) => {
      const before = listValues(held)
      const there = editList('tags', held, { add }, false)
      const added = without(add, before)
      const back = there.ok && editList('tags', there.value.value ?? '', { remove: added }, false)
      expect(back && back.ok && back.value.list.after).toEqual(before)
    }),
  )
})
