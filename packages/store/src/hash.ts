/** Hashes of bytes and of secrets, and bytes as they come. */
import { createHash } from 'node:crypto'

const SHA256 = /^[0-9a-f]{64}$/

export const isHash = (text: string): boolean => SHA256.test(text)

/**
 * The stored form of a secret of at least 128 random bits: its SHA-256 hash in hex.
 *
 * @example
 * ```ts
 * const holder = await store.tokens.findByHash(hashSecret(token))
 * ```
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Bytes that are there already, as if they came. */
export async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
