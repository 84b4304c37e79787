/** What the writer of new words had seen, kept with them until the server has answered. */
import { historyOf } from '../revision.ts'
import { latestStamp, stampAfter } from '../stamp.ts'
import type { Core } from './core.ts'
import type { WordedLocal } from './move.ts'

/** As many revisions as are kept; the first is the one that the server is known to hold. */
const MOST_SEEN = 64

export const capped = (revs: readonly string[]): readonly string[] => {
  const distinct = [...new Set(revs)]
  return distinct.length <= MOST_SEEN ? distinct : [distinct[0]!, ...distinct.slice(1 - MOST_SEEN)]
}

/** Versions that are shown beside the words. */
export const versionsOf = ({ record }: WordedLocal): string[] => (record.versions ?? []).map(({ rev }) => rev)

/**
 * Other words, by a person who sees those that are shown, and replaces them. Where the ones of before may have left this
 * device, they are named as seen, and dropped should the server keep them as a version; what never left it never was.
 */
export function reworded(core: Core, local: WordedLocal, text: string): WordedLocal {
  const { record } = local
  const { rev: before } = record.words
  const at = stampAfter(core.now(), Math.max(record.words.at, record.deleted ?? 0))
  const gone = core.unsent.delete(before) ? [] : [before]
  const isDirty = local.dirty['words'] !== undefined
  return {
    ...local,
    record: {
      ...record,
      words: { text, rev: core.newRevision(), at },
      hist: isDirty ? record.hist : historyOf([before], record.hist),
      updatedAt: Math.max(at, latestStamp(record)),
    },
    seen: capped([...local.seen, ...gone]),
    drops: capped([...local.drops, ...gone]),
  }
}
