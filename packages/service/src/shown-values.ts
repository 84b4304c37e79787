/** The values of properties beside the pages or blocks of a list. @see assistants 12.1 */
import type { Block, Page } from '@notegraph/contract'
import { findField } from '@notegraph/page-types'
import { propertyKey } from './page-filter.ts'

/** Keys as they were asked for, each once, with its value; undefined without one. */
export type ShownValues = readonly (readonly [key: string, value: string | undefined])[]

const valueOf = (props: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(props, key) ? props[key] : undefined

/**
 * The values of a page.
 * @param keys keys, or labels of the fields of its type
 * @example
 * pageValues(page, ['Birthday']) // [['Birthday', '1815-12-10']]
 */
export const pageValues = ({ declaredType, props }: Page, keys: readonly string[]): ShownValues =>
  valuesOf(props, keys, (key) => (declaredType && findField(declaredType, key)?.key) ?? propertyKey(key))

/**
 * The values of a block.
 * @example
 * blockValues(block, ['effort']) // [['effort', '2h']]
 */
export const blockValues = ({ properties = {} }: Block, keys: readonly string[]): ShownValues =>
  valuesOf(properties, keys, propertyKey)

function valuesOf(
  props: Readonly<Record<string, string>>,
  keys: readonly string[],
  keyOf: (asked: string) => string,
): ShownValues {
  const shown = new Map(keys.map((asked) => [asked, valueOf(props, keyOf(asked))]))
  return [...shown]
}
