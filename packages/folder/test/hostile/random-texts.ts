/** Random texts for every reader, each from its seed. */
import { expect, test } from 'vitest'
import { faultOf } from './checks.ts'
import { READERS } from './readers.ts'

/** So many texts of each reader are in the first ring. */
export const FIRST_TEXTS = 200

/** Tests every reader with the texts of some seeds. */
export function testTexts(from: number, to: number): void {
  test.each(READERS)('hostile: $name reads any text', (reader) => {
    const faults = Array.from({ length: to - from }, (_, i) => faultOf(reader, from + i))
    expect(faults.filter((fault) => fault !== undefined).slice(0, 3)).toEqual([])
  })
}
