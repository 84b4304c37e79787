import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupBy } from './index.ts'

test('groups as Map.groupBy does', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9)), (numbers) => {
      const isOdd = (n: number) => n % 2 === 1
      expect([...groupBy(numbers, isOdd)]).toEqual([...Map.groupBy(numbers, isOdd)])
    }),
  )
})
