/**
 * Passwords of shared pages. A reader who sent the password gets its scrypt hash as a proof, which opens this link alone. The
 * store keeps the SHA-256 of that hash with its salt and cost, so nothing in it opens the page. A new password makes the
 * proof worthless.
 * @see decisions 9.7
 */
import { createHash, randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { LIMITS } from '@notegraph/contract'
import type { Share } from '@notegraph/store'

const derive = async (password: string, salt: Uint8Array, length: number, options: ScryptOptions) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(password, salt, length, options, (error, hash) => (error ? reject(error) : resolve(hash)))
  })

const FORM = 'scrypt-sha256'
const SALT_BYTES = 16
const PROOF_BYTES = 32
/** 128 MB and some 400 ms for each password. */
const COST = { log2: 17, r: 8, p: 1 }

/** A password that was hashed: the form for the store, and the proof for the reader. */
export interface HashedPassword {
  readonly stored: string
  readonly proof: string
}

export async function hashPassword(password: string): Promise<HashedPassword> {
  const salt = randomBytes(SALT_BYTES)
  const proof = await hashed(password, salt, COST)
  const { log2, r, p } = COST
  const words = [FORM, log2, r, p, salt.toString('base64url'), sha256(proof).toString('base64url')]
  return { stored: words.join('$'), proof: proof.toString('base64url') }
}

/** @returns the proof; undefined if the password is wrong */
export async function provePassword(stored: string, password: string): Promise<string | undefined> {
  const { salt, hash, ...cost } = partsOf(stored)
  const proof = await hashed(password, salt, cost)
  return timingSafeEqual(sha256(proof), hash) ? proof.toString('base64url') : undefined
}

/** Whether a password was hashed at a lower cost than today's. */
export function isWeak(stored: string): boolean {
  const { log2, r, p } = partsOf(stored)
  return log2 !== COST.log2 || r !== COST.r || p !== COST.p
}

/** Whether a reader may see a page: it has no password, or the proof is right. */
export function isProven({ password }: Share, proof = ''): boolean {
  return (
    password === undefined || timingSafeEqual(sha256(Buffer.from(proof, 'base64url')), partsOf(password).hash)
  )
}

function partsOf(stored: string) {
  const [, log2, r, p, salt = '', hash = ''] = stored.split('$')
  const bytes = { salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url') }
  return { log2: Number(log2), r: Number(r), p: Number(p), ...bytes }
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** Passwords are hashed one after the other, because each takes a core and much memory. */
let last: Promise<unknown> = Promise.resolve()

/** The same characters typed on different systems are one password. */
const hashed = async (password: string, salt: Uint8Array, { log2, r, p }: typeof COST): Promise<Buffer> => {
  const options = { N: 2 ** log2, r, p, maxmem: 256 * 2 ** log2 * r }
  const own = last.then(async () => derive(password.normalize('NFC'), salt, PROOF_BYTES, options))
  last = own.catch(() => {})
  return own
}

/** Those whose try runs or waits. */
const trying = new Set<string>()

/**
 * Runs a try of a password, if few others wait. Each address has one at a time, so that nobody keeps the others out.
 * @returns undefined if too many wait
 */
export async function tryPassword<T>(
  address: string,
  run: () => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  if (trying.has(address) || trying.size > LIMITS.sharePasswordsWaiting) return undefined
  trying.add(address)
  try {
    return { value: await run() }
  } finally {
    trying.delete(address)
  }
}
