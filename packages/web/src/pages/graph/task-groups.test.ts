import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { inGroups, type TaskGroup } from './task-groups.ts'

const groupsOf = (counts: readonly number[]): TaskGroup[] =>
  counts.map((count, i) => ({
    title: `${i}`,
    words: '',
    count,
    end: counts.slice(0, i + 1).reduce((sum, one) => sum + one, 0),
  }))

test('the parts of a list have every task once, each under its group', () => {
  const counts = fc.array(fc.nat(20), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 9 }), (sizes, limit) => {
      const list = sizes.flatMap((count, i) => Array.from({ length: count }, (_, n) => [`${i}`, n] as const))
      const parts = Array.from({ length: Math.ceil(list.length / limit) }, (_, n) =>
        inGroups(groupsOf(sizes), list.slice(n * limit, (n + 1) * limit), n * limit),
      )
      const shown = parts
        .flat()
        .flatMap(({ group, items }) => items.map((item) => [group.title, item] as const))
      expect(shown).toEqual(list.map((item) => [item[0], item]))
    }),
  )
})
