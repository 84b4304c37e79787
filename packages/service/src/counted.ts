/** Numbers in sentences. */
const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/**
 * A whole number with separators.
 * @example
 * numbered(1204) // '1,204'
 */
export const numbered = (count: number): string => NUMBER.format(count)

/**
 * A number with its noun.
 * @example
 * counted(1, 'block') // '1 block'
 * counted(1204, 'match', 'matches') // '1,204 matches'
 */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numbered(count)} ${count === 1 ? one : many}`
