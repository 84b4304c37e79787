/** What an export takes from a record. */
import {
  isOwnersKey,
  keysInOrder,
  propOf,
  spellingsOf,
  type GraphRecord,
  type PageRecord,
} from '@notegraph/graph'
import type { LedgerItem } from './ledger.ts'

export const recordItem = ({ id, createdAt, updatedAt }: GraphRecord): LedgerItem => [
  id,
  createdAt,
  updatedAt,
]

/** The owner's properties of a page that hold something, in their order; a value that is no string as JSON. */
export function ownProps(page: PageRecord): (readonly [key: string, value: string])[] {
  return keysInOrder(page.props).flatMap((key) => {
    const value = isOwnersKey(key) ? propOf(page, key) : undefined
    if (value === undefined) return []
    return [[key, (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()] as const]
  })
}

/** A key as its owner spelled it, where that still reads as the key. */
export function spellingOf(page: PageRecord): (key: string) => string {
  const spelled = spellingsOf(page)
  return (key) => {
    const written = spelled.get(key)
    return written?.toLowerCase() === key ? written : key
  }
}
