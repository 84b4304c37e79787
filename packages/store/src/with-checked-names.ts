/** A wrapper for the stores of files: the names of a blob are a part of its path. */
import { isRecordId } from '@notegraph/graph'
import type { Blobs } from './blobs.ts'
import { isHash } from './hash.ts'
import { refuse, refuseTexts } from './texts.ts'

const isName = (accountId: string, hash: string): boolean => isRecordId(accountId) && isHash(hash)

/**
 * Wraps a store of files. There is nothing under an id that no account has, or under a hash of another form.
 * @example
 * const blobs = withCheckedNames(openBare('data/files'))
 */
export const withCheckedNames = (blobs: Blobs): Blobs => ({
  ...blobs,
  async put(accountId, hash, bytes) {
    refuseTexts(accountId, 'accountId')
    if (!isHash(hash)) refuse('hash takes 64 characters of 0-9 a-f')
    await blobs.put(accountId, hash, bytes)
  },
  async receive(accountId, bytes, most) {
    refuseTexts(accountId, 'accountId')
    return blobs.receive(accountId, bytes, most)
  },
  has: async (accountId, hash) => isName(accountId, hash) && blobs.has(accountId, hash),
  get: async (accountId, hash) => (isName(accountId, hash) ? blobs.get(accountId, hash) : undefined),
  open: async (accountId, hash, range) =>
    isName(accountId, hash) ? blobs.open(accountId, hash, range) : undefined,
  async *list(accountId) {
    if (isRecordId(accountId)) yield* blobs.list(accountId)
  },
  remove: async (accountId, hash, isNeeded) =>
    isName(accountId, hash) && blobs.remove(accountId, hash, isNeeded),
  async removeAll(accountId) {
    if (isRecordId(accountId)) await blobs.removeAll(accountId)
  },
})
