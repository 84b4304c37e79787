/** The order of names in lists. @see assistants 4 */
import { LOCALES } from './later-words.ts'

let collator: Intl.Collator | undefined

/**
 * Compares names as people sort them: by the Unicode collation without a language, and numbers by value. Names that are not
 * the same can be equal, so a list needs a further order.
 *
 * @returns a negative number, 0 or a positive number, as `Array.sort` expects
 * @example
 * ['Zebra', 'Ärger', 'Note 10', 'Note 2'].toSorted(compareNames) // ['Ärger', 'Note 2', 'Note 10', 'Zebra']
 */
export function compareNames(a: string, b: string): number {
  collator ??= new Intl.Collator(LOCALES, { numeric: true })
  return collator.compare(a, b)
}
