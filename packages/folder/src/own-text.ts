/**
 * Copies a short piece of a text. A plain slice would keep the whole text in memory.
 *
 * @example
 * ownText('some words'.slice(0, 4)) // 'some'
 */
export const ownText = (piece: string): string => ` ${piece}`.slice(1)
