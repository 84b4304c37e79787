/** The revisions that the author of new words saw. The device keeps them until the server has answered. */
import { SYNC_LIMITS } from '../limits.ts'
import { historyOf } from '../revision.ts'
import { latestStamp, stampAfter } from '../stamp.ts'
import type { Core } from './core.ts'
import type { WordedLocal } from './move.ts'

/** The most revisions to keep: as many as a push can list, and so all versions of a block. */
const MOST_SEEN = SYNC_LIMITS.seen

/** Removes duplicates and limits the number of revisions. The first one is always kept, because the server has it. */
export const capRevisions = (revs: readonly string[]): readonly string[] => {
  const distinct = [...new Set(revs)]
  return distinct.length <= MOST_SEEN ? distinct : [distinct[0]!, ...distinct.slice(1 - MOST_SEEN)]
}

/** Lists the revisions of a block's conflicting versions. */
export const versionsOf = ({ record }: WordedLocal): string[] => (record.versions ?? []).map(({ rev }) => rev)

/**
 * Returns the block with new words by a person who saw the shown words. If the old words may have left this device,
 * their revision counts as seen. It is also dropped, should the server keep it as a version. Words that never left this
 * device are forgotten.
 */
export function editText(core: Core, local: WordedLocal, text: string): WordedLocal {
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
    seen: capRevisions([...local.seen, ...gone]),
    drops: capRevisions([...local.drops, ...gone]),
  }
}
