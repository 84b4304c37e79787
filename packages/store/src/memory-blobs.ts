/** The bytes of files in memory, for use with a store in memory. */
import { createHash } from 'node:crypto'
import type { Blobs } from './blobs.ts'
import { withCheckedNames } from './with-checked-names.ts'

/**
 * Creates an empty blob store in memory.
 * @param clock returns the time, in milliseconds since 1970
 * @example
 * const blobs = memoryBlobs()
 * const kept = await blobs.has('ada', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08')
 */
export function memoryBlobs(clock: () => number = Date.now): Blobs {
  const accounts = new Map<string, Map<string, { bytes: Uint8Array<ArrayBuffer>; keptAt: number }>>()
  const of = (accountId: string) => accounts.get(accountId)
  const keep = (accountId: string, hash: string, bytes: Uint8Array): void => {
    const kept = of(accountId) ?? new Map()
    accounts.set(accountId, kept.set(hash, { bytes: Uint8Array.from(bytes), keptAt: clock() }))
  }

  return withCheckedNames({
    ready: async () => {},
    put: async (accountId, hash, bytes) => keep(accountId, hash, bytes),
    receive: async (accountId, bytes, most) => {
      const chunks: Uint8Array[] = []
      let size = 0
      for await (const chunk of bytes) {
        size += chunk.byteLength
        if (size > most) return undefined
        chunks.push(chunk)
      }
      const whole = Buffer.concat(chunks)
      const hash = createHash('sha256').update(whole).digest('hex')
      return { hash, size, keep: async () => keep(accountId, hash, whole), drop: async () => {} }
    },
    has: async (accountId, hash) => of(accountId)?.has(hash) ?? false,
    get: async (accountId, hash) => of(accountId)?.get(hash)?.bytes,
    open: async (accountId, hash, range) => {
      const bytes = of(accountId)?.get(hash)?.bytes
      return bytes && new Blob([range ? bytes.subarray(range.first, range.last + 1) : bytes]).stream()
    },
    async *list(accountId) {
      for (const [hash, { keptAt }] of of(accountId) ?? []) yield { hash, keptAt }
    },
    remove: async (accountId, hash, isNeeded) => {
      const aside = of(accountId)?.get(hash)
      if (!aside) return false
      of(accountId)!.delete(hash)
      let needed = true
      try {
        needed = await isNeeded()
      } finally {
        if (needed) keep(accountId, hash, aside.bytes)
      }
      return !needed
    },
    removeAll: async (accountId) => void accounts.delete(accountId),
    tidy: async () => {},
  })
}
