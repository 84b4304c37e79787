/**
 * The key under which a store keeps what the server must know again. It lies outside of the data, so a copy of the data
 * opens nothing. Each value is encrypted for its place: it can't be read from another row.
 * @see decisions 9.7
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** A key of {@link SECRET_KEY_BYTES} random bytes. */
export interface SecretKey {
  /** Names the key. The store notes it, so that a wrong key is found at the start. */
  readonly fingerprint: string
  /** @param place the row that the value belongs to */
  seal(text: string, place: string): string
  /** @returns undefined if the value was sealed with another key, or for another place */
  open(sealed: string, place: string): string | undefined
}

/** The bytes of a key. */
export const SECRET_KEY_BYTES = 32

/** No other kind of value begins with it. */
const PREFIX = 'sealed1:'
const CIPHER = 'aes-256-gcm'
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Whether a stored value is encrypted. Releases before 0.2 stored plain ones. */
export const isSealed = (value: string): boolean => value.startsWith(PREFIX)

/**
 * A key from its bytes.
 * @example
 * const key = secretKey(randomBytes(SECRET_KEY_BYTES))
 * key.open(key.seal('hello', 'webhook 1'), 'webhook 1') // 'hello'
 */
export function secretKey(bytes: Uint8Array): SecretKey {
  if (bytes.length !== SECRET_KEY_BYTES) throw new RangeError(`A secret key has ${SECRET_KEY_BYTES} bytes.`)
  const derived = (salt: Uint8Array, purpose: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', bytes, salt, `notegraph ${purpose}`, length))
  /** Each value has a key and a nonce of its own, so their number has no bound. */
  const ofValue = (salt: Uint8Array, place: string) => {
    const own = derived(salt, `value ${place}`, SECRET_KEY_BYTES + NONCE_BYTES)
    return [own.subarray(0, SECRET_KEY_BYTES), own.subarray(SECRET_KEY_BYTES)] as const
  }
  return {
    fingerprint: derived(Buffer.alloc(0), 'fingerprint', 16).toString('hex'),
    seal(text, place) {
      const salt = randomBytes(SALT_BYTES)
      const cipher = createCipheriv(CIPHER, ...ofValue(salt, place))
      const words = Buffer.concat([salt, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return PREFIX + words.toString('base64url')
    },
    open(sealed, place) {
      const words = Buffer.from(sealed.slice(PREFIX.length), 'base64url')
      if (!isSealed(sealed) || words.length < SALT_BYTES + TAG_BYTES) return undefined
      const [end, salt] = [words.length - TAG_BYTES, words.subarray(0, SALT_BYTES)]
      const cipher = createDecipheriv(CIPHER, ...ofValue(salt, place), { authTagLength: TAG_BYTES })
      cipher.setAuthTag(words.subarray(end))
      try {
        return Buffer.concat([cipher.update(words.subarray(SALT_BYTES, end)), cipher.final()]).toString(
          'utf8',
        )
      } catch {
        return undefined
      }
    },
  }
}
