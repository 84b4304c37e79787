/** The caret of this window, which goes along to another place and comes back with Back. @see outliner 2.1 */

import type { CaretAt } from '@notegraph/outliner'

/** The place of the caret in the text of a block. */
export interface Caret {
  readonly id: string
  readonly at: CaretAt
  /** The other end of a selection of blocks. */
  readonly anchor?: string
}

let now: Caret | undefined
let wanted: Caret | undefined

export const caretNow = (): Caret | undefined => now

/** Remembers where the caret is, so that Back finds it. */
export const caretIsAt = (caret: Caret | undefined): void => void (now = caret)

/** Wants the caret in a block of the place that is shown next. */
export const wantCaret = (caret: Caret | undefined): void => void (wanted = caret)

/** The wanted caret, once, if it is in one of these blocks. */
export function takeCaret(blocks: { has(id: string): boolean }): Caret | undefined {
  if (!wanted || !blocks.has(wanted.id)) return undefined
  const caret = wanted
  wanted = undefined
  return caret
}
