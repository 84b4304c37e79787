/**
 * Numbers that the index stores instead of words. A released code never changes its meaning and is never used again. No
 * stored number depends on the order of a list in the code.
 */
import type { Marker, Priority } from '@notegraph/block-text'

/** The low four bits of the doc value `task`; 0 is no task. */
export const MARKER_CODES: { readonly [M in Marker]: number } = {
  TODO: 1,
  DOING: 2,
  NOW: 3,
  LATER: 4,
  WAITING: 5,
  DONE: 6,
  CANCELED: 7,
}

/** The high four bits of the doc value `task`. A document always has one, so a value of 0 means that there is none. */
export const PRIORITY_CODES: { readonly [P in Priority]: number } = { A: 1, B: 2, C: 3 }
export const NO_PRIORITY = 4

/** Bit n of the doc value `letters` is the n-th letter. */
export const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
