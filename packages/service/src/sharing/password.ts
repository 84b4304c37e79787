/**
 * Passwords of shared pages. The store keeps a scrypt hash with its salt and cost. A reader who sent the password gets a
 * proof, derived from that hash: it opens this link alone, and a new password makes it worthless.
 * @see sharing 1
 */
import { createHmac, randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import type { Share } from '@notegraph/store'

const derive = promisify(scrypt) as (
  password: string,
  salt: Uint8Array,
  length: number,
  options: ScryptOptions,
) => Promise<Buffer>

const SALT_BYTES = 16
const HASH_BYTES = 32
/** 32 MB and some 100 ms for each try. */
const COST = { log2: 15, r: 8, p: 1 }

/** The stored form of a password: the cost, the salt and the hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await hashed(password, salt, COST)
  return ['scrypt', COST.log2, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join(
    '$',
  )
}

/** Whether a password has this stored form. */
export async function isPassword(stored: string, password: string): Promise<boolean> {
  const [, log2, r, p, salt = '', hash = ''] = stored.split('$')
  const cost = { log2: Number(log2), r: Number(r), p: Number(p) }
  return timingSafeEqual(
    await hashed(password, Buffer.from(salt, 'base64url'), cost),
    Buffer.from(hash, 'base64url'),
  )
}

/** The same characters typed on different systems are one password. */
const hashed = async (password: string, salt: Uint8Array, { log2, r, p }: typeof COST): Promise<Buffer> =>
  derive(password.normalize('NFC'), salt, HASH_BYTES, { N: 2 ** log2, r, p, maxmem: 256 * 2 ** log2 * r })

/** The proof that a reader's browser keeps after the password. */
export const proofOf = ({ id, password = '' }: Share): string =>
  createHmac('sha256', password).update(`shared page ${id}`).digest('base64url')

/** Whether a reader may see a page: it has no password, or the proof is right. */
export function isProven(share: Share, proof: string | undefined): boolean {
  if (share.password === undefined) return true
  const [sent, right] = [Buffer.from(proof ?? ''), Buffer.from(proofOf(share))]
  return sent.length === right.length && timingSafeEqual(sent, right)
}
