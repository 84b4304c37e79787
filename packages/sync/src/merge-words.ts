/**
 * Words: what a person typed is shown, kept as a version, or was replaced by somebody who had seen it. The revisions
 * that a push names as seen decide; time only chooses which of two is shown.
 *
 * @see sync, The server's rules 1, 2 and 5
 */
import type { Version, Words } from '@notegraph/graph'
import type { MergeEnv, Push } from './push.ts'
import { alive, deviceOf, historyOf, knows, withVersions, type WordedRecord } from './revision.ts'
import { stampAfter } from './stamp.ts'

const asVersion = (words: Words, device: string): Version => ({ ...words, device })

/**
 * @param pushed the record of the push, of the same kind
 * @param limit the latest stamp that is taken
 */
export function mergeWords(
  held: WordedRecord,
  pushed: WordedRecord,
  { seen }: Push,
  { device }: MergeEnv,
  limit: number,
): WordedRecord {
  const { text, rev } = pushed.words
  if (knows(held, rev)) return held
  const at = Math.min(pushed.words.at, limit)
  const following = { text, rev, at: stampAfter(at, Math.max(held.words.at, held.deleted ?? 0)) }
  // Who deleted it had seen the words and each version: nothing of them has to be kept beside what brings it back.
  if (held.deleted !== undefined) {
    const decided = [held.words.rev, ...(held.versions ?? []).map((version) => version.rev)]
    const hist = historyOf(decided, pushed.hist, held.hist)
    return { ...withVersions(alive(held)), words: following, hist }
  }
  if (seen.has(held.words.rev))
    return { ...held, words: following, hist: historyOf([held.words.rev], pushed.hist, held.hist) }
  const versions = held.versions ?? []
  if (text === held.words.text || versions.some((version) => version.text === text))
    return { ...held, hist: historyOf([rev], held.hist) }
  const words = { text, rev, at }
  const maker = deviceOf(words) || device
  return at > held.words.at
    ? { ...held, words, versions: [...versions, asVersion(held.words, deviceOf(held.words))] }
    : { ...held, versions: [...versions, asVersion(words, maker)] }
}

/** Takes away the versions that a person decided against; they stay known. */
export function dropVersions(held: WordedRecord, drops: ReadonlySet<string>): WordedRecord {
  const dropped = (held.versions ?? []).filter(({ rev }) => drops.has(rev))
  if (dropped.length === 0) return held
  const kept = held.versions?.filter(({ rev }) => !drops.has(rev))
  const hist = historyOf(
    dropped.map(({ rev }) => rev),
    held.hist,
  )
  return { ...withVersions(held, kept), hist }
}

/**
 * Takes the versions that a device offers again, which a restored server lacks. Who deleted the block there had not seen
 * them, so it comes back.
 */
export function offerVersions(held: WordedRecord, pushed: WordedRecord): WordedRecord {
  const texts = new Set([held.words.text, ...(held.versions ?? []).map(({ text }) => text)])
  const lacked = (pushed.versions ?? []).filter(({ rev, text }) => !knows(held, rev) && !texts.has(text))
  return lacked.length === 0 ? held : { ...alive(held), versions: [...(held.versions ?? []), ...lacked] }
}
