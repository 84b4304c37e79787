/** The revisions that the author of new words saw. The device keeps them until the server has answered. */
import { SYNC_LIMITS } from '../limits.ts'
import { deviceOf, historyOf, withVersions, type WordedRecord } from '../revision.ts'
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
  const gone = core.unsent.delete(before) ? [] : [before]
  const isDirty = local.dirty['words'] !== undefined
  return {
    ...local,
    record: withWords(core, record, text, isDirty ? record.hist : historyOf([before], record.hist)),
    seen: capRevisions([...local.seen, ...gone]),
    drops: capRevisions([...local.drops, ...gone]),
  }
}

function withWords(core: Core, record: WordedRecord, text: string, hist: readonly string[]): WordedRecord {
  const at = stampAfter(core.now(), Math.max(record.words.at, record.deleted ?? 0))
  return {
    ...record,
    words: { text, rev: core.newRevision(), at },
    hist,
    updatedAt: Math.max(at, latestStamp(record)),
  }
}

/** An edited block, and the groups that changed. */
export interface EditedBlock {
  readonly local: WordedLocal
  readonly groups: readonly string[]
}

/**
 * Saves a text that was made on the words of revision `base`. If other words are there by now, both are kept.
 *
 * @param base the revision that the person saw; `undefined` for the present one
 * @see sync, The device's rules 7a
 */
export function saveText(
  core: Core,
  local: WordedLocal,
  text: string,
  base: string | undefined,
): EditedBlock {
  const { rev, text: present } = local.record.words
  if (text === present) return { local, groups: [] }
  if (base === undefined || base === rev) return { local: editText(core, local, text), groups: ['words'] }
  return keepBoth(core, local, text, base)
}

/** Replaces the words of revision `base`, and keeps the newer words that the person did not see as a version. */
function keepBoth(core: Core, local: WordedLocal, text: string, base: string): EditedBlock {
  const { words, versions = [] } = local.record
  const next = editUnseen(core, local, text, base)
  // The server makes a version of its own words, but it may not have got those of this device.
  const isKept = versions.some((version) => version.text === words.text)
  if (isKept) return { local: next, groups: ['words'] }
  const record = withVersions(next.record, [...versions, { ...words, device: deviceOf(words) }])
  const groups = local.dirty['words'] === undefined ? ['words'] : ['words', 'versions']
  return { local: { ...next, record }, groups }
}

/** Replaces the words of revision `base` while there are newer words, which the person did not see. */
export function editUnseen(core: Core, local: WordedLocal, text: string, base: string): WordedLocal {
  const { record } = local
  return {
    ...local,
    record: withWords(core, record, text, historyOf([base], record.hist)),
    seen: capRevisions([...local.seen, base]),
  }
}

/** Drops the versions of these revisions, which a person saw and rejected. */
export function withoutSeen(local: WordedLocal, revs: readonly string[]): EditedBlock {
  const { versions = [] } = local.record
  const dropped = versions.map(({ rev }) => rev).filter((rev) => revs.includes(rev))
  if (dropped.length === 0) return { local, groups: [] }
  const kept = versions.filter(({ rev }) => !dropped.includes(rev))
  const drops = capRevisions([...local.drops, ...dropped])
  return { local: { ...local, record: withVersions(local.record, kept), drops }, groups: ['drops'] }
}
