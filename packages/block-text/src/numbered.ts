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
