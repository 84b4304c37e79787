/**
 * Words: pushed words become the shown words, become a conflicting version, or are dropped if somebody replaced them.
 * The revisions that a push lists as seen decide this. Stamps only choose which of two texts is shown.
 *
 * @see sync, The server's rules 1, 2 and 5
 */
import type { Version, Words } from '@notegraph/graph'
import type { MergeEnv, Push } from './push.ts'
import { alive, deviceOf, historyOf, knows, withVersions, type WordedRecord } from './revision.ts'
import { stampAfter } from './stamp.ts'

const asVersion = (words: Words, device: string): Version => ({ ...words, device })

/**
 * Merges the words of a pushed record.
 *
 * @param pushed the record of the push, of the same kind
 * @param limit the latest stamp that the server accepts
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
  // Replaced words that arrive late are known then, and make no version.
  const replaced = replacedBy(rev, seen)
  const at = Math.min(pushed.words.at, limit)
  const following = { text, rev, at: stampAfter(at, Math.max(held.words.at, held.deleted ?? 0)) }
  // The deletion confirmed that somebody saw the words and all versions, so none of them stays next to the new words.
  if (held.deleted !== undefined) {
    const decided = [held.words.rev, ...(held.versions ?? []).map((version) => version.rev)]
    const hist = historyOf(decided, replaced, pushed.hist, held.hist)
    return { ...withVersions(alive(held)), words: following, hist }
  }
  if (seen.has(held.words.rev))
    return { ...held, words: following, hist: historyOf([held.words.rev], replaced, pushed.hist, held.hist) }
  const versions = held.versions ?? []
  if (text === held.words.text || versions.some((version) => version.text === text))
    return { ...held, hist: historyOf([rev], replaced, held.hist) }
  const words = { text, rev, at }
  const maker = deviceOf(words) || device
  const hist = historyOf(replaced, held.hist)
  return at > held.words.at
    ? { ...held, hist, words, versions: [...versions, asVersion(held.words, deviceOf(held.words))] }
    : { ...held, hist, versions: [...versions, asVersion(words, maker)] }
}

/** Lists the revisions that the author of pushed words had seen, the latest first. */
export const replacedBy = (rev: string, seen: Iterable<string>): string[] =>
  [...seen].filter((one) => one !== rev).toReversed()

/**
 * Removes the versions that a person rejected. Their revisions stay in the history.
 *
 * @param drops revisions of versions
 * @example
 * const block = makeBlock({ id: 'b', content: 'a', rev: 'r1', pageId: 'p', parentId: null, order: 1, now: 1 })
 * const versions = [{ text: 'b', rev: 'r2', at: 1, device: 'phone' }]
 * dropVersions({ ...block, versions }, new Set(['r2'])).hist // ['r2']
 */
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
 * Adds versions that a device offers again because a restored server lost them. The person who deleted the block had
 * not seen them, so they restore the block.
 */
export function offerVersions(held: WordedRecord, pushed: WordedRecord): WordedRecord {
  const texts = new Set([held.words.text, ...(held.versions ?? []).map(({ text }) => text)])
  const lacked = (pushed.versions ?? []).filter(({ rev, text }) => !knows(held, rev) && !texts.has(text))
  return lacked.length === 0 ? held : { ...alive(held), versions: [...(held.versions ?? []), ...lacked] }
}
