import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSecretKey, writeSecretKey } from './disk/index.ts'
import { isSealed, secretKey, SECRET_KEY_BYTES } from './secret-key.ts'

const key = secretKey(randomBytes(SECRET_KEY_BYTES))

describe('[D9.7] an encrypted value', () => {
  test('opens with its key for its place, whatever the text, and is another each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, place) => {
        const sealed = key.seal(text, place)
        expect(key.open(sealed, place)).toBe(text)
        expect(sealed).not.toBe(key.seal(text, place))
        expect(isSealed(sealed)).toBe(true)
      }),
    )
  })

  test('opens with no other key, for no other place, and not if a byte changed', () => {
    const sealed = key.seal('whsec_c2VjcmV0', 'webhook ada 1')
    expect(secretKey(randomBytes(SECRET_KEY_BYTES)).open(sealed, 'webhook ada 1')).toBeUndefined()
    expect(key.open(sealed, 'webhook ada 2')).toBeUndefined()
    const [prefix, words] = sealed.split(':') as [string, string]
    for (let at = 0; at < Buffer.from(words, 'base64url').length; at++) {
      const wrong = Buffer.from(words, 'base64url')
      wrong[at]! ^= 1
      expect(key.open(`${prefix}:${wrong.toString('base64url')}`, 'webhook ada 1')).toBeUndefined()
    }
    for (const text of ['', 'sealed1:', 'whsec_c2VjcmV0', sealed.slice(0, 30)])
      expect(key.open(text, 'webhook ada 1')).toBeUndefined()
  })

  test('the fingerprint names the key, and is none of its bytes', () => {
    const bytes = randomBytes(SECRET_KEY_BYTES)
    expect(secretKey(bytes).fingerprint).toBe(secretKey(bytes).fingerprint)
    expect(secretKey(bytes).fingerprint).not.toBe(key.fingerprint)
    expect(bytes.toString('hex')).not.toContain(secretKey(bytes).fingerprint)
  })
})

describe('[D9.7] the file of a key', () => {
  test('is written once, for its user alone, and read again', () => {
    const folder = mkdtempSync(join(tmpdir(), 'notegraph-key-'))
    const path = join(folder, 'data.key')
    try {
      expect(readSecretKey(path)).toBeUndefined()
      expect([writeSecretKey(path), writeSecretKey(path)]).toEqual([true, false])
      expect(statSync(path).mode & 0o777).toBe(0o600)
      expect(readSecretKey(path)?.fingerprint).toMatch(/^[0-9a-f]{32}$/)
      expect(readdirSync(folder)).toEqual(['data.key'])
      writeFileSync(path, 'hello')
      expect(() => readSecretKey(path)).toThrow('the file has no key')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
