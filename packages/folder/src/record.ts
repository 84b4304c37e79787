/** The parts of a record that an export writes. */
import {
  isOwnersKey,
  keysInOrder,
  propOf,
  spellingsOf,
  type GraphRecord,
  type PageRecord,
} from '@notegraph/graph'
import type { ManifestItem } from './export-manifest.ts'

/** Returns the manifest entry of a record. */
export const recordItem = ({ id, createdAt, updatedAt }: GraphRecord): ManifestItem => [
  id,
  createdAt,
  updatedAt,
]

/**
 * Lists the owner's properties of a page that have a value, in their order. A value that is not a string is written as
 * JSON.
 *
 * @example
 * ownProps(makePage({ id: 'p', name: 'Home', props: [['mood', 'calm']], now: 1 })) // [['mood', 'calm']]
 */
export function ownProps(page: PageRecord): (readonly [key: string, value: string])[] {
  return keysInOrder(page.props).flatMap((key) => {
    const value = isOwnersKey(key) ? propOf(page, key) : undefined
    if (value === undefined) return []
    return [[key, (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()] as const]
  })
}

/** Returns the owner's spelling of a key, if it still reads as the same key. */
export function spellingOf(page: PageRecord): (key: string) => string {
  const spelled = spellingsOf(page)
  return (key) => {
    const written = spelled.get(key)
    return written?.toLowerCase() === key ? written : key
  }
}
