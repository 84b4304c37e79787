/** Numbered blocks, as Logseq has them: a property of a block that counts it among its siblings. */
import { parseBlock } from './parse.ts'

/** The property of a numbered block. */
export const NUMBER_KEY = 'logseq.order-list-type'

/**
 * Whether a property numbers its block.
 *
 * @example
 * isNumbering({ key: 'logseq.order-list-type', value: 'number' }) // true
 */
export const isNumbering = ({ key, value }: { readonly key: string; readonly value: string }): boolean =>
  key === NUMBER_KEY && value === 'number'

/**
 * Whether a block is numbered.
 *
 * @see outliner 3.1
 * @example
 * isNumbered('milk\nlogseq.order-list-type:: number') // true
 */
export const isNumbered = (content: string): boolean =>
  content.includes(NUMBER_KEY) && parseBlock(content).properties.some(isNumbering)

/** A block of an outline, to count. */
export interface NumberedItem {
  readonly depth: number
  readonly content: string
  /** The numbered siblings right before it that are not in the list. */
  readonly countedBefore?: number | undefined
}

/**
 * The number of each block of an outline: numbered siblings count from 1, and again after a sibling without a number.
 *
 * @see outliner 3.1
 * @example
 * numbersOf([{ depth: 0, content: 'milk\nlogseq.order-list-type:: number' }, { depth: 0, content: 'tea' }]) // [1, undefined]
 */
export function numbersOf(items: readonly NumberedItem[]): readonly (number | undefined)[] {
  /** The last number at each level. */
  const last: number[] = []
  return items.map(({ depth, content, countedBefore = 0 }) => {
    last.length = Math.min(last.length, depth + 1)
    const number = isNumbered(content) ? (last[depth] ?? countedBefore) + 1 : 0
    last[depth] = number
    return number === 0 ? undefined : number
  })
}
