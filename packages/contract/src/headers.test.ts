import { expect, test } from 'vitest'
import { checkIdempotencyKey, checkIfMatch } from './index.ts'

test.each(['a', '9f2c8a54-6d1e-4b7a-8c3f-1e5d7a9b0c26', '"quoted"', '!~', 'x'.repeat(255)])(
  '[limits] the key %.40s is taken as it is',
  (key) => expect(checkIdempotencyKey(key)).toEqual({ ok: true, value: key }),
)

test.each(['', ' ', 'a b', 'a, b', 'é', '\u007f', '\t', 'x'.repeat(256)])(
  '[limits] the key %.40j is none',
  (key) =>
    expect(checkIdempotencyKey(key)).toEqual({
      ok: false,
      error: 'Idempotency-Key takes 1 to 255 visible ASCII characters, such as a UUID.',
    }),
)

test.each(['*', '"a"', 'W/"a"', '""', '"a", "b"', '"a","b" ,W/"c"', ' "a" '])(
  'If-Match: %s is taken',
  (tags) => expect(checkIfMatch(tags)).toEqual({ ok: true, value: tags }),
)

test.each(['', 'a', '"a', 'a"', "'a'", '"a" "b"', '"a",', '*, "a"', 'w/"a"', '"a"b'])(
  'If-Match: %j is none',
  (tags) => expect(checkIfMatch(tags)).toMatchObject({ ok: false }),
)

test('what is none is told cut short', () => {
  const { error } = checkIfMatch('x'.repeat(10_000)) as { error: string }
  expect(error).toBe(`If-Match takes the ETag of an answer with its quotes, or *, not "${'x'.repeat(40)}…".`)
})
