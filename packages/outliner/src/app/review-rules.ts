/** Rules about changes of programs and assistants: their places, when one is looked at, and their words. @see outliner 4.3 */
import { counted } from '@notegraph/graph'
import type { Change, RevertAnswer, Touched } from '@notegraph/contract'
import type { Signal } from '@preact/signals'

/** A change of a program or an assistant, with what it touched. */
export type Reviewed = Pick<Change, 'id' | 'at' | 'token' | 'summary' | 'page' | 'pageId'> & {
  readonly touched: readonly Touched[]
}

/** A decision of a person about a change. */
export type Decision = 'keep' | 'undo'

/** The changes that a window knows. */
export interface ReviewState {
  /** The newest first. Those that were looked at here stay until another place is shown. */
  readonly changes: Signal<readonly Reviewed[]>
  /** The ids of those that were looked at here. */
  readonly seen: Signal<ReadonlySet<string>>
  /** Decisions that wait for the server. */
  readonly waiting: Signal<ReadonlyMap<string, Decision>>
  /** The changes of each block. */
  readonly marks: Signal<ReadonlyMap<string, readonly Reviewed[]>>
}

/** The part of a window's state that is kept with the notes. */
export interface KeptReview {
  readonly changes: readonly Reviewed[]
  /** Looks at blocks of changes that have others. */
  readonly looked: readonly string[]
  /** Changes that were looked at, which the server does not know yet. */
  readonly unsent: readonly string[]
  readonly waiting: readonly (readonly [string, Decision])[]
}

/**
 * The state of a window with the looks and decisions that other windows added to the kept one.
 *
 * @param last the state that this window read or kept before
 */
export function withOthers(own: KeptReview, last: KeptReview, kept: KeptReview): KeptReview {
  const added = <T>(all: (state: KeptReview) => readonly T[], idOf: (one: T) => string): T[] => {
    const known = new Set([...all(own), ...all(last)].map(idOf))
    return [...all(own), ...all(kept).filter((one) => !known.has(idOf(one)))]
  }
  return {
    changes: own.changes,
    looked: added(({ looked }) => looked, String),
    unsent: added(({ unsent }) => unsent, String),
    waiting: added(
      ({ waiting }) => waiting,
      ([id]) => id,
    ),
  }
}

/** The blocks of a change, deleted ones too. */
export const blocksOf = ({ touched }: Pick<Reviewed, 'touched'>): readonly Touched[] =>
  touched.filter(({ kind }) => kind === 'block')

/** The ids of the blocks that a change left. A mark is at each of them. */
export const placesOf = (change: Reviewed): readonly string[] =>
  blocksOf(change).flatMap(({ id, after }) => (after === undefined ? [] : [id]))

/** The changes of each block, in the order of the list. */
export function marksOf(changes: readonly Reviewed[]): ReadonlyMap<string, readonly Reviewed[]> {
  const marks = new Map<string, Reviewed[]>()
  for (const change of changes)
    for (const id of placesOf(change)) {
      const some = marks.get(id)
      if (some) some.push(change)
      else marks.set(id, [change])
    }
  return marks
}

/**
 * The changes of a page: those made there, and those of its blocks. A change that left no block here is named above the page.
 *
 * @param has whether the page shows a block
 */
export function changesOn(
  changes: readonly Reviewed[],
  pageId: string,
  has: (blockId: string) => boolean,
): { readonly all: readonly Reviewed[]; readonly placeless: readonly Reviewed[] } {
  const isHere = (change: Reviewed): boolean => placesOf(change).some(has)
  const all = changes.filter((change) => change.pageId === pageId || isHere(change))
  return { all, placeless: all.filter((change) => !isHere(change)) }
}

/** Whether a person who has looked at these blocks has looked at the whole change. */
export const isSeen = (change: Reviewed, looked: ReadonlySet<string>): boolean =>
  placesOf(change).every((id) => looked.has(lookAt(change.id, id)))

/** The name of a look at a block of a change. */
export const lookAt = (changeId: string, blockId: string): string => `${changeId} ${blockId}`

/** Those who wrote, each once, as in “Claude, Script and 2 others”. */
export function writersOf(changes: readonly Reviewed[]): string {
  const names = [...new Set(changes.map(({ token }) => token))]
  const shown = names.slice(0, 2)
  const others = names.length - shown.length
  return [...shown, ...(others > 0 ? [counted(others, 'other')] : [])]
    .join(', ')
    .replace(/, ([^,]*)$/u, ' and $1')
}

/** The verb for one item of a change. */
export function verbOf({ before, after }: Touched): string {
  if (before === undefined) return 'added'
  if (after === undefined) return 'deleted'
  return before === after ? 'moved' : 'edited'
}

/** The result of an Undo in words: later edits stay, with the reason. */
export function undoneWords({ restored, left }: RevertAnswer): string {
  const done = restored === 0 ? 'Nothing was undone.' : `Undone: ${counted(restored, 'item')}.`
  if (left.length === 0) return done
  const reasons = [...new Set(left.map(({ why }) => why))]
  return `${done} Not undone: ${counted(left.length, 'item')}. ${reasons.join(' ')}`
}
