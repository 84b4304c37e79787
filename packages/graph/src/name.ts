/**
 * Names in the form of links. Two spellings of a name fold to the same text. All formats of a day name the same page.
 *
 * @see decisions 1.1, 1.2
 */
import { fold, isoDay, readDay } from '@notegraph/block-text'

/**
 * Returns the form under which links and tags find a page: the folded name, or `2026-11-20` for any format of a day.
 * `links`, `tags` and `names` of rows contain this form.
 *
 * @example
 * linkName('Ann Lee') // 'ann lee'
 * linkName('Nov 20th, 2026') // '2026-11-20'
 */
export function linkName(name: string): string {
  const day = readDay(name)
  return day === undefined ? fold(name) : isoDay(day)
}

const NONE: readonly string[] = []

/** Lists each name once, in the form of `linkName`. */
export function linkNames(names: readonly string[]): readonly string[] {
  if (names.length === 0) return NONE
  if (names.length === 1) return [linkName(names[0]!)]
  return [...new Set(names.map(linkName))]
}
