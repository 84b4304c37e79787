/**
 * Names as links find them. Two spellings of a name fold alike, and all written forms of a day name one page.
 *
 * @see decisions 1.1, 1.2
 */
import { fold, isoDay, readDay } from '@notegraph/block-text'

/**
 * The form under which a link or tag finds its page: the folded name, or `2026-11-20` for any written form of a day.
 * What blocks and pages link (`links`, `tags`) is kept in this form, and a page's `names` hold it.
 */
export function linkName(name: string): string {
  const day = readDay(name)
  return day === undefined ? fold(name) : isoDay(day)
}

const NONE: readonly string[] = []

/** Each name once, in the form under which links find it. */
export function linkNames(names: readonly string[]): readonly string[] {
  if (names.length === 0) return NONE
  if (names.length === 1) return [linkName(names[0]!)]
  return [...new Set(names.map(linkName))]
}
