import { expect, test } from 'vitest'
import { checkIdempotencyKey } from '../index.ts'

test.each(['a', '9f2c8a54-6d1e-4b7a-8c3f-1e5d7a9b0c26', '"quoted"', '!~', 'x'.repeat(255)])(
  '[limits] the key %s is taken as it is',
  (key) => expect(checkIdempotencyKey(key)).toEqual({ ok: true, value: key }),
)

test.each(['', ' ', 'a b', 'a, b', 'é', '\u007f', '\t', 'x'.repeat(256)])(
  '[limits] the key %j is none',
  (key) =>
    expect(checkIdempotencyKey(key)).toEqual({
      ok: false,
      error: 'Idempotency-Key takes 1 to 255 visible ASCII characters, such as a UUID.',
    }),
)
