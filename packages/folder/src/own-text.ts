/** Copies a short piece of a text. A plain slice would keep the whole text in memory. */
export const ownText = (piece: string): string => ` ${piece}`.slice(1)
