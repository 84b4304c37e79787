/** E-mail addresses. @see events 3 */
import { expect, test } from 'vitest'
import { isEmailAddress } from './email-address.ts'

test.each(['ada@example.org', 'a.b+notes@mail.example.co.uk', `${'a'.repeat(64)}@b.example`])(
  '[V3] %j is one address',
  (text) => expect(isEmailAddress(text)).toBe(true),
)

test.each([
  '',
  'ada',
  'a@b.example, c@d.example',
  'Ada <ada@example.org>',
  'a@b.example\r\nBcc: c@d.example',
  `${'a'.repeat(250)}@b.example`,
  `a@${'b.'.repeat(130)}example`,
])('[V3] %j is not one address', (text) => expect(isEmailAddress(text)).toBe(false))
