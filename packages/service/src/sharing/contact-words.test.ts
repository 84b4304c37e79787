/** E-mail addresses and phone numbers among words. @see sharing 5 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contactsIn } from './contact-words.ts'

test.each([
  'ada@example.org',
  'Write to ada.lovelace+notes@mail.example.co.uk.',
  '(ada@example.org)',
  '[write](mailto:ada@example.org)',
  '<ada_l@example.museum>',
  'jürgen@müller.example',
])('[S5] %j has an e-mail address', (text) => expect(contactsIn(text)).toEqual(['email']))

test.each([
  '+49 30 1234567',
  '+49 (0)30 / 123 45 67',
  '+1-555-123-4567',
  '+442071838750',
  'tel: 0049 30 1234567',
  '[call](tel:+442071838750)',
  '(555) 123-4567',
  '555-123-4567',
  '1-800-555-1234',
  '555.123.4567',
  '030 1234567',
  '0151-23456789',
  '(030) 1234567',
  '01 23 45 67 89',
  'Phone 020 7183 8750, after noon',
  '- **030 1234567**',
  'Tel:030 1234567',
])('[S5] %j has a phone number', (text) => expect(contactsIn(text)).toEqual(['phone']))

test.each([
  '',
  '@ada and ada@home',
  'a @ b.example',
  '@media (min-width: 20px)',
  'https://example.org/@ada',
  'x = a@b',
  '2026-11-20',
  '20.11.2026 12:30',
  '2026-11-20 12:30:15',
  'from 01.02.2026 to 03.04.2026',
  '1,234,567,890',
  '1234567890',
  '12345678 12345678',
  'ISBN 978-3-16-148410-0',
  'ISBN 0-306-40615-2',
  '192.168.100.200',
  '3.14159265358979',
  '((01234567-8901-4123-8123-012345678901))',
  'https://example.org/0123-456-789',
  '![plan](/api/files/0151-23456789)',
  'version 0.10.0123456',
  'a0151-23456789',
  '030 1234',
  '+1 23',
])('[S5] %j has none', (text) => expect(contactsIn(text)).toEqual([]))

test('[S5] an address is found among any other words', () => {
  const words = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\p{N}@+.-]/gu, ''))
  fc.assert(
    fc.property(words, words, (before, after) => {
      expect(contactsIn(`${before} ada@example.org ${after}`)).toContain('email')
      expect(contactsIn(`${before} (555) 123-4567 ${after}`)).toContain('phone')
    }),
  )
})

test.each(['@', 'a@', 'a@a', 'a@a.', 'a.', '1', '1 ', '0-', '+', '(', '(0', '1.2.', '20.11.2026 ', '0151 '])(
  'the steps are linear in the length of repeated %j',
  (piece) => {
    // 20 million characters in quadratic time would take hours.
    expect(contactsIn(piece.repeat(1_000_000))).toEqual([])
  },
)
