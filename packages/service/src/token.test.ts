import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { hashSecret } from '@notegraph/store'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSecret, makeSecret, SESSION_PREFIX, TOKEN_PREFIX } from './token.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const valueOf = (text: string): bigint =>
  Array.from(text).reduce((sum, digit) => sum * 62n + BigInt(DIGITS.indexOf(digit)), 0n)

describe('[D9.1] a token', () => {
  test('is ngp_, 32 bytes in base62 and the CRC32 of them in six characters', () => {
    for (let n = 0; n < 200; n++) {
      const [, secret, check] = /^ngp_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(makeSecret(TOKEN_PREFIX)) ?? []
      expect(valueOf(secret!)).toBeLessThan(2n ** 256n)
      expect(valueOf(check!)).toBe(BigInt(crc32(secret!)))
    }
  })

  test('is never made twice', () => {
    const made = new Set(Array.from({ length: 500 }, () => makeSecret(TOKEN_PREFIX)))
    expect(made.size).toBe(500)
  })

  test('is known by its form', () => {
    expect(isSecret(TOKEN_PREFIX, makeSecret(TOKEN_PREFIX))).toBe(true)
    expect(isSecret(SESSION_PREFIX, makeSecret(SESSION_PREFIX))).toBe(true)
    expect(isSecret(TOKEN_PREFIX, makeSecret(SESSION_PREFIX))).toBe(false)
  })

  test('with one character mistyped is none', () => {
    const token = makeSecret(TOKEN_PREFIX)
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, typed) => {
        fc.pre(token[at] !== typed)
        expect(isSecret(TOKEN_PREFIX, token.slice(0, at) + typed + token.slice(at + 1))).toBe(false)
      }),
    )
  })

  test('with two neighbours swapped is none', () => {
    const token = makeSecret(TOKEN_PREFIX)
    for (let at = 4; at < token.length - 1; at++) {
      if (token[at] === token[at + 1]) continue
      const swapped = token.slice(0, at) + token[at + 1] + token[at] + token.slice(at + 2)
      expect(isSecret(TOKEN_PREFIX, swapped)).toBe(false)
    }
  })

  test.each([
    ['', 'nothing'],
    ['ngp_', 'the prefix alone'],
    [`ngp_${'0'.repeat(49)}`, 'a wrong check'],
    [`ngp_${'0'.repeat(48)}`, 'one character short'],
    [`ngp_${'-'.repeat(49)}`, 'characters outside base62'],
    ['\n', 'a line break'],
  ])('%j is none: %s', (text) => expect(isSecret(TOKEN_PREFIX, text)).toBe(false))

  test('followed by anything is none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (more) => {
        expect(isSecret(TOKEN_PREFIX, makeSecret(TOKEN_PREFIX) + more)).toBe(false)
      }),
    )
  })

  test('is kept as its SHA-256', () => {
    expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    const token = makeSecret(TOKEN_PREFIX)
    expect(hashSecret(token)).toBe(createHash('sha256').update(token, 'utf8').digest('hex'))
  })
})
