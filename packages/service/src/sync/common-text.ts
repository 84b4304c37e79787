/**
 * The text of a block before its conflicting versions. Records keep earlier revisions without their text. The change list
 * has the texts around each write of a token, and the history has the states that devices replaced.
 * @see sync, Ideas 3; history 1
 */
import type { BlockRecord, Words } from '@notegraph/graph'
import type { GraphStore } from '@notegraph/store'

/** The part of a page's change list that is searched. */
const SEARCHED = { limit: 50, offset: 0, bytes: 100_000 }
/** The kept states of a page that are searched. */
const MOST_STATES = 1_000

/**
 * Finds the latest known words before all versions of a block.
 * @param since the age of the oldest change to search
 * @returns undefined if they are unknown
 */
export async function commonText(
  graph: Pick<GraphStore, 'changes' | 'history'>,
  block: BlockRecord,
  since: number,
): Promise<Words | undefined> {
  const { words, versions = [] } = block
  const first = Math.min(words.at, ...versions.map(({ at }) => at))
  return (await changedWords(graph, block, first, since)) ?? keptWords(graph, block, first)
}

async function changedWords(
  { changes }: Pick<GraphStore, 'changes'>,
  { id, place, hist }: BlockRecord,
  first: number,
  since: number,
): Promise<Words | undefined> {
  const list = await changes.listWithItems({ since, pageId: place.pageId }, SEARCHED)
  const known = new Map<string, Words>()
  for (const { touched } of list.changes)
    for (const one of touched)
      if (one.kind === 'block' && one.id === id)
        for (const record of [one.before, one.after]) if (record) known.set(record.words.rev, record.words)
  for (const rev of hist) {
    const earlier = known.get(rev)
    // Behind unknown words, older ones may not be the latest before all versions.
    if (!earlier) return undefined
    if (earlier.at < first) return earlier
  }
  return undefined
}

/** States of one author within ten minutes count as one, so the words are those from before a whole edit. */
async function keptWords(
  { history }: Pick<GraphStore, 'history'>,
  { id, place }: BlockRecord,
  first: number,
): Promise<Words | undefined> {
  const kept = await history.listByPage(place.pageId, MOST_STATES)
  for (const { seq } of kept.filter((one) => one.id === id)) {
    const record = (await history.recordAt(id, seq))?.record
    if (record?.kind !== 'block' || record.deleted !== undefined) return undefined
    if (record.words.at < first) return (await history.isComplete(seq)) ? record.words : undefined
  }
  return undefined
}
