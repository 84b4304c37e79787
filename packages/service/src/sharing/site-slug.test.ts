/** The form of a slug. @see sharing 3 */
import { expect, test } from 'vitest'
import { isSlug } from './site-slug.ts'

test.each(['a', '2026', 'my-garden-2', 'x'.repeat(60)])('[S3] %j is a slug', (text) =>
  expect(isSlug(text)).toBe(true),
)

test.each(['', 'Garden', 'my garden', '-a', 'a-', 'a--b', 'ä', 'a/b', 'x'.repeat(61)])(
  '[S3] %j is no slug',
  (text) => expect(isSlug(text)).toBe(false),
)
