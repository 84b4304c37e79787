/** Words that the project no longer uses, each with the words that replace it. */

export interface RetiredWord {
  readonly pattern: RegExp
  readonly instead: string
}

const phrase = (words: string, instead: string): RetiredWord => ({
  pattern: new RegExp(`\\b(?:${words})\\b`, 'gi'),
  instead,
})

export const RETIRED_WORDS: readonly RetiredWord[] = [
  phrase('told|tells', 'report, say or show'),
  phrase('anew', 'again'),
  phrase('land(?:s|ed)?', 'commit'),
  phrase('folded in', 'merge, index or flush'),
  phrase('put together', 'build or combine'),
  phrase('of which', 'a sentence of its own'),
  phrase('as (?:it|they) (?:then|now) (?:is|are)', 'the current'),
  phrase('stands?', 'is, or the place by name'),
  phrase('whoever', 'the person, the client or the operator'),
]

/** @returns each use of a retired word, in the order of the list */
export const retiredIn = (text: string): readonly { readonly word: string; readonly instead: string }[] =>
  RETIRED_WORDS.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map(([word]) => ({ word, instead })),
  )

/** Uses of retired words: of each document, and of the strings and comments of each package. */
export interface Counts {
  readonly documents: Record<string, number>
  readonly strings: Record<string, number>
  readonly comments: Record<string, number>
}

const GROUPS = ['documents', 'strings', 'comments'] as const

const mapped = (
  change: (group: Record<string, number>) => Record<string, number>,
  counts: Counts,
): Counts => ({
  documents: change(counts.documents),
  strings: change(counts.strings),
  comments: change(counts.comments),
})

/** @returns the counts above 0, in the order of their names */
export const countRetired = (counts: Counts): Counts =>
  mapped(
    (group) =>
      Object.fromEntries(
        Object.entries(group)
          .filter(([, count]) => count > 0)
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
    counts,
  )

/** @returns the sum of each group under the name `all` */
export const totals = (counts: Counts): Counts =>
  mapped((group) => ({ all: Object.values(group).reduce((sum, count) => sum + count, 0) }), counts)

export interface Growth {
  readonly group: keyof Counts
  readonly key: string
  readonly from: number
  readonly to: number
}

/** @returns each count of `after` that is higher than in `before`, where a missing one is 0 */
export const grown = (before: Counts, after: Counts): readonly Growth[] =>
  GROUPS.flatMap((group) =>
    Object.entries(after[group]).flatMap(([key, to]) => {
      const from = before[group][key] ?? 0
      return to > from ? [{ group, key, from, to }] : []
    }),
  )
