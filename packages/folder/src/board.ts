/** The words on a whiteboard of another app, by which it is read as a page. */

export interface BoardText {
  readonly name: string | undefined
  /** Markdown, in reading order. */
  readonly texts: readonly string[]
}

export interface PlacedText {
  readonly at: readonly [x: number, y: number]
  readonly words: string
}

/** The words from the top to the bottom, and then from left to right; without those that are blank. */
export const inReadingOrder = (placed: readonly PlacedText[]): string[] =>
  placed
    .filter(({ words }) => words.trim() !== '')
    .toSorted((a, b) => a.at[1] - b.at[1] || a.at[0] - b.at[0])
    .map(({ words }) => words)
