/**
 * The text of a block before its conflicting versions. Records keep earlier revisions without their text, but the change
 * list has the texts around each write of a token.
 */
import type { BlockRecord, Words } from '@notegraph/graph'
import type { GraphStore } from '@notegraph/store'

/** The part of a page's change list that is searched. */
const SEARCHED = { limit: 50, offset: 0, bytes: 100_000 }

/**
 * Finds the latest words before all versions of a block.
 * @param since the age of the oldest change to search
 * @returns undefined if they are unknown
 */
export async function commonText(
  { changes }: Pick<GraphStore, 'changes'>,
  { id, words, place, hist, versions = [] }: BlockRecord,
  since: number,
): Promise<Words | undefined> {
  const first = Math.min(words.at, ...versions.map(({ at }) => at))
  const list = await changes.listWithItems({ since, pageId: place.pageId }, SEARCHED)
  const known = new Map<string, Words>()
  for (const { touched } of list.changes)
    for (const one of touched)
      if (one.kind === 'block' && one.id === id)
        for (const record of [one.before, one.after]) if (record) known.set(record.words.rev, record.words)
  for (const rev of hist) {
    const earlier = known.get(rev)
    // Behind unknown words, older ones may not be the latest before all versions.
    if (!earlier || earlier.at < first) return earlier
  }
  return undefined
}
