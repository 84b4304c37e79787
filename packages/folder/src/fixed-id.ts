import { textHash } from './hash.ts'

/** The id of a block that its app names in another way: always the same UUID, as references take no other. */
export function fixedId(written: string): string {
  const hex = `${textHash(written)}${textHash(`${written} `)}${textHash(` ${written}`)}`
  return `${hex.slice(1, 9)}-${hex.slice(9, 13)}-8${hex.slice(15, 18)}-8${hex.slice(18, 21)}-${hex.slice(29, 41)}`
}
