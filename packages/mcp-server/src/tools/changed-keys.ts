/** The properties that a write set and removed, in words. */
import type { SetPropertyAnswer } from '@notegraph/contract'
import { keyWords, linkTo } from '../markdown/page.ts'

/**
 * `Set type, birthday of [[Ada Lovelace]]; removed email.`
 * @param keys the keys of the write
 * @param held the properties after it
 * @param page the name of the page that has them; without it, a block has them
 */
export function changedKeys(
  keys: readonly string[],
  held: Readonly<Record<string, unknown>>,
  page?: string,
): string {
  const names = (some: readonly string[]): string => some.map(keyWords).join(', ')
  const { set = [], gone = [] } = Object.groupBy(keys, (key) => (Object.hasOwn(held, key) ? 'set' : 'gone'))
  const [of, from] = page === undefined ? ['', ''] : [` of ${linkTo(page)}`, ` from ${linkTo(page)}`]
  if (set.length === 0) return `Removed ${names(gone)}${from}.`
  return `Set ${names(set)}${of}${gone.length === 0 ? '' : `; removed ${names(gone)}`}.`
}

/**
 * ` knows was [[Ada]], and is [[Ada]], [[Bob]].` for each list that names were added to or removed from.
 * @see assistants 11.3
 */
export const listWords = (lists: SetPropertyAnswer['lists'] = {}): string =>
  Object.entries(lists)
    .map(([key, { before, after }]) => ` ${keyWords(key)} was ${namesIn(before)}, and is ${namesIn(after)}.`)
    .join('')

const namesIn = (names: readonly string[]): string => names.map(linkTo).join(', ') || 'empty'
