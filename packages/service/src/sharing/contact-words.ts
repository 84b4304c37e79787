/**
 * E-mail addresses and phone numbers among the words of a note. They warn a person before a note is published, so a number
 * that only looks like a phone number does no harm. Each pattern looks at a bounded number of characters from each place,
 * so the time is linear in the length of the text.
 * @see sharing 5
 */

/** The kinds of contact details that words have. */
export type ContactKind = 'email' | 'phone'

/** A local part, and a domain whose last part has two letters or more. */
const EMAIL = /[\p{L}\p{N}_+%-]@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,63}/u

/** Digits with single separators between them, next to no word, date, address or path. */
const NUMBERS =
  /(?<![\p{L}\p{N}_.,/#=&?%@-]|\p{N}:)(?:\+ ?|\()?\d(?:[ ./()-]{0,3}\d){6,17}(?![\p{L}\p{N}_:%-]|[.,/]\p{N})/gu

/** A day: `2026-11-20`, `20.11.2026`. */
const DAY = /(?:^|\D)(?:\d{4}([./-])\d{1,2}\1\d{1,2}|\d{1,2}([./-])\d{1,2}\2\d{4})(?:\D|$)/

/**
 * The kinds of contact details in a text.
 *
 * @example
 * contactsIn('Call +49 30 1234567 or write to ada@example.org') // ['email', 'phone']
 */
export function contactsIn(text: string): readonly ContactKind[] {
  const hasEmail = text.includes('@') && EMAIL.test(text)
  const hasPhone = Array.from(text.matchAll(NUMBERS)).some(([run]) => isPhone(run))
  return [...(hasEmail ? (['email'] as const) : []), ...(hasPhone ? (['phone'] as const) : [])]
}

/** A number with a country, with a leading zero, or in the groups of North America. Other numbers have no mark of a phone. */
function isPhone(run: string): boolean {
  const groups = run.match(/\d+/g)!
  const digits = groups.join('')
  if (digits.length > 15 || DAY.test(run)) return false
  if (run.startsWith('+') || /^00[1-9]/.test(digits)) return digits.length >= 8
  const lengths = groups.map(({ length }) => length).join(' ')
  if (/^(?:1 )?3 3 4$/.test(lengths)) return true
  const isNational = /^\(?0\d/.test(run) && groups.length > 1
  return isNational && digits.length >= 9 && digits.length <= 12
}
