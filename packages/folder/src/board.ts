/** The texts of another app's whiteboard, from which the import makes a page. */

/** The name and the texts of a whiteboard. */
export interface BoardText {
  readonly name: string | undefined
  /** Markdown, in reading order. */
  readonly texts: readonly string[]
}

/** A text with its position. */
export interface PlacedText {
  readonly at: readonly [x: number, y: number]
  readonly words: string
}

/** Sorts texts from top to bottom, then from left to right, and drops blank ones. */
export const inReadingOrder = (placed: readonly PlacedText[]): string[] =>
  placed
    .filter(({ words }) => words.trim() !== '')
    .toSorted((a, b) => a.at[1] - b.at[1] || a.at[0] - b.at[0])
    .map(({ words }) => words)
