/**
 * Slots: what `block-text` recognizes is taken out of a text before Markdown reads it. A slot is the number of a piece
 * between two characters that no text of a note contains, so Markdown neither changes nor splits it.
 *
 * The characters are noncharacters of Unicode. A note that contains one shows U+FFFD in its place.
 */

/** A piece of a block that Markdown does not read. */
export interface Slot {
  readonly kind: 'page' | 'tag' | 'block' | 'url' | 'maths' | 'macro' | 'comment' | 'raw' | 'file' | 'badges'
  /** The text as written, with names for files. */
  readonly source: string
  /** The name of a page, the label of a file, or the visible words. */
  readonly words: string
  /** The id of a block or a file. */
  readonly id?: string
  /** Whether the page, the block or the file is shown in place. */
  readonly embedded?: boolean
  /** The width of a picture in pixels, if the text has one. */
  readonly width?: string
}

const OPEN = '\uFDD0'
const CLOSE = '\uFDD1'
/** Opens the slot of a piece that fills its lines. */
const OPEN_LINES = '\uFDD2'

/** The code of `OPEN_LINES`. */
export const SLOT_OPEN_LINES = 0xfdd2

const OWN = /[\uFDD0-\uFDD2]/g
const ONE = /[\uFDD0\uFDD2](\d+)\uFDD1/y
const EVERY = /[\uFDD0\uFDD2](\d+)\uFDD1/g
const WHOLE = /^\uFDD0(\d+)\uFDD1$/

export const cleanText = (text: string): string => text.replace(OWN, '\uFFFD')

export const slotText = (index: number, fillsLines: boolean): string =>
  (fillsLines ? OPEN_LINES : OPEN) + index + CLOSE

/** Reads the slot at `at`; `undefined` without one. */
export function slotAt(text: string, at: number): { index: number; end: number } | undefined {
  ONE.lastIndex = at
  const found = ONE.exec(text)
  return found ? { index: Number(found[1]), end: ONE.lastIndex } : undefined
}

/** The number of the slot that is the whole text. */
export function onlySlot(text: string): number | undefined {
  const found = WHOLE.exec(text)
  return found ? Number(found[1]) : undefined
}

/** Puts the written text back where Markdown took a slot as a part of code or of an address. */
export const withoutSlots = (text: string, slots: readonly Slot[]): string =>
  slots.length === 0 ? text : text.replace(EVERY, (_, index) => slots[Number(index)]?.source ?? '')

/** Calls `words` for each range between slots and `slot` for each slot, in order, and joins the results. */
export function mapSlots(
  text: string,
  words: (text: string) => string,
  slot: (index: number) => string,
): string {
  let out = ''
  let at = 0
  for (const found of text.matchAll(EVERY)) {
    out += words(text.slice(at, found.index)) + slot(Number(found[1]))
    at = found.index + found[0].length
  }
  return out + words(text.slice(at))
}
