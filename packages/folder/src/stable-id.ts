import { textHash } from './hash.ts'

/**
 * Derives a UUID from an app's own name of a block. The same name always gives the same UUID, and references accept
 * only UUIDs.
 *
 * @example
 * stableId('page/0') === stableId('page/0') // true
 */
export function stableId(written: string): string {
  const hex = `${textHash(written)}${textHash(`${written} `)}${textHash(` ${written}`)}`
  return `${hex.slice(1, 9)}-${hex.slice(9, 13)}-8${hex.slice(15, 18)}-8${hex.slice(18, 21)}-${hex.slice(29, 41)}`
}
