/**
 * The checksum of an entry of the change list. No other row repeats the list, so that a changed letter would stay unseen if
 * the entry is still well formed.
 */
import { crc32 } from 'node:zlib'
import type { Problem } from './maintenance.ts'

/** An entry as a store has it. The state is left out, because a revert changes it. */
export interface ChangeTexts {
  readonly id: string
  readonly at: number
  readonly token: string
  readonly tokenId?: string | null | undefined
  readonly action: string
  readonly summary: string
  readonly page: string
  readonly pageId: string
  readonly blockId?: string | null | undefined
  /** The items as JSON text. */
  readonly touched: string
}

/** Stores replace halves of surrogate pairs. */
const storable = (value: string | number | null): string | number | null =>
  typeof value === 'string' ? value.toWellFormed() : value

/**
 * @returns the CRC-32 of the texts
 * @example
 * changeChecksum({ ...entry, touched: JSON.stringify(entry.touched) })
 */
export function changeChecksum({ touched, ...listed }: ChangeTexts): number {
  const { id, at, token, tokenId = null, action, summary, page, pageId, blockId = null } = listed
  const texts = [id, at, token, tokenId, action, summary, page, pageId, blockId].map(storable)
  return crc32(touched, crc32(JSON.stringify(texts)))
}

/**
 * Checks one entry. Entries of earlier releases have no checksum, and reverted ones lose their items if the list is full.
 * @returns the problem in words, if there is one
 * @example
 * changeProblem({ ...entry, touched: '[', checksum: 7 }) // 'change c1: its items cannot be read'
 */
export function changeProblem(
  entry: ChangeTexts & { readonly checksum: number | null },
): Problem | undefined {
  const { id, touched, checksum } = entry
  if (!isJson(touched)) return `change ${id}: its items cannot be read`
  return checksum === null || touched === '[]' || changeChecksum(entry) === checksum
    ? undefined
    : `change ${id}: it is not the one that was written`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
