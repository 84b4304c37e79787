/**
 * Writes an earlier state of a record on top of its present one, by somebody who has seen the present one. Only the groups
 * that differ get new stamps. So devices take the state like any edit, and keep words that they have not pushed.
 * @see history 4
 */
import {
  HISTORY,
  isLive,
  PAGE_NAME,
  PAGE_ORDER,
  remove,
  setProps,
  type GraphRecord,
  type Json,
} from '@notegraph/graph'

/** Time and new ids as arguments. */
export interface Pen {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly newId: () => string
}

/** How a record changes: it gets another content, comes back, or goes. */
export type Restored =
  | { readonly how: 'changed' | 'back' | 'gone'; readonly record: GraphRecord }
  /** Nothing changes, or the record has conflicting versions that nobody has chosen from, and stays. */
  | { readonly how: 'same' | 'kept' }

type Worded = Exclude<GraphRecord, { readonly kind: 'page' }>

/**
 * Decides how a record becomes an earlier state.
 * @param held the present record, deleted or not; undefined if the graph has none
 * @param target the earlier state; undefined or deleted if there was none
 */
export function asItWas(held: GraphRecord | undefined, target: GraphRecord | undefined, pen: Pen): Restored {
  if (target === undefined || target.deleted !== undefined) {
    if (held === undefined || held.deleted !== undefined) return { how: 'same' }
    if ((held.versions ?? []).length > 0) return { how: 'kept' }
    return { how: 'gone', record: remove(held, pen.now) }
  }
  if (held === undefined) return { how: 'back', record: stamped(target, target, pen) }
  const { deleted: _, ...live } = held
  if (!isLive(held)) return { how: 'back', record: stamped(live, target, pen) }
  return isSame(held, target) ? { how: 'same' } : { how: 'changed', record: changed(held, target, pen) }
}

/** Whether two states have the same content, whatever their stamps. */
export function isSame(a: GraphRecord, b: GraphRecord): boolean {
  if (a.kind !== b.kind || (a.deleted === undefined) !== (b.deleted === undefined)) return false
  if (differingProps(a, b).length > 0) return false
  if (a.kind === 'page' || b.kind === 'page') return true
  return a.words.text === b.words.text && hasSamePlace(a, b)
}

/** Whether two records are the same for a reader: both are not there, or have the same content. */
export function isAs(a: GraphRecord | undefined, b: GraphRecord | undefined): boolean {
  const [liveA, liveB] = [a, b].map((one) => (one?.deleted === undefined ? one : undefined))
  return liveA === undefined || liveB === undefined ? liveA === liveB : isSame(liveA, liveB)
}

const hasSamePlace = ({ place: a }: Worded, { place: b }: Worded): boolean =>
  a.pageId === b.pageId && a.parentId === b.parentId && a.order === b.order

/** The props that have another value in the target. The order of keys follows from the keys. */
function differingProps(held: GraphRecord, target: GraphRecord): [key: string, value: Json][] {
  const keys = new Set([...Object.keys(held.props), ...Object.keys(target.props)])
  keys.delete(PAGE_ORDER)
  const valueOf = ({ props }: GraphRecord, key: string): Json => props[key]?.v ?? null
  return [...keys].flatMap((key): [string, Json][] => {
    const value = valueOf(target, key)
    return JSON.stringify(value) === JSON.stringify(valueOf(held, key)) ? [] : [[key, value]]
  })
}

/** A record that was deleted gets a new stamp for each group, since its tombstone may be later than all of them. */
function stamped(base: GraphRecord, target: GraphRecord, pen: Pen): GraphRecord {
  const now = Math.max(pen.now, base.updatedAt + 1)
  if (base.kind === 'page' || target.kind === 'page') {
    if (base.kind !== 'page') return base
    const values = [[PAGE_NAME, target.props[PAGE_NAME]?.v ?? null] as const, ...differingProps(base, target)]
    return { ...setProps(base, new Map(values), now), updatedAt: now }
  }
  const content = { ...base, words: newWords(base, target, pen, now), place: { ...target.place, at: now } }
  return {
    ...content,
    hist: earlierRevs(base),
    props: newProps(base, target, now),
    updatedAt: now,
  }
}

function changed(held: GraphRecord, target: GraphRecord, pen: Pen): GraphRecord {
  if (held.kind === 'page' || target.kind === 'page')
    return held.kind === 'page' ? setProps(held, differingProps(held, target), pen.now) : held
  const now = Math.max(pen.now, held.updatedAt + 1)
  const isReworded = held.words.text !== target.words.text
  return {
    ...held,
    ...(isReworded && { words: newWords(held, target, pen, now), hist: earlierRevs(held) }),
    ...(!hasSamePlace(held, target) && { place: { ...target.place, at: now } }),
    props: newProps(held, target, now),
    updatedAt: now,
  }
}

const newWords = (held: Worded, target: Worded, { newId }: Pen, now: number): Worded['words'] => ({
  text: target.words.text,
  rev: newId(),
  at: Math.max(now, held.words.at + 1),
})
const earlierRevs = ({ words, hist }: Worded): string[] => [words.rev, ...hist].slice(0, HISTORY)

const newProps = (held: Worded, target: Worded, now: number): Worded['props'] => ({
  ...held.props,
  ...Object.fromEntries(differingProps(held, target).map(([key, v]) => [key, { v, at: now }])),
})
