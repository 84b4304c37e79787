/** Counts of faults of wording that may only fall: by group, and in it by document or package. */

/** Faults of each group, by the path of a document or the folder of a package. */
export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>

type Group = Counts[string]

const mapped = (change: (group: Group) => Group, counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).map(([name, group]) => [name, change(group)]))

/** @returns the counts above 0, in the order of their names */
export const withoutZeros = (counts: Counts): Counts =>
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
  readonly group: string
  readonly key: string
  readonly from: number
  readonly to: number
}

/** @returns each count of `after` that is higher than in `before`; a missing count is 0 */
export const grown = (before: Counts, after: Counts): readonly Growth[] =>
  Object.entries(after).flatMap(([group, counts]) =>
    Object.entries(counts).flatMap(([key, to]) => {
      const from = before[group]?.[key] ?? 0
      return to > from ? [{ group, key, from, to }] : []
    }),
  )
