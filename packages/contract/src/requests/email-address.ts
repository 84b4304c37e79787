import { LIMITS } from '../limits.ts'

/** ASCII letters, with neither a name nor a comma. */
const ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i

/**
 * Whether a text is one e-mail address, so that a message to it goes to one mailbox.
 * @example
 * isEmailAddress('ada@example.org') // true
 * isEmailAddress('Ada <ada@example.org>') // false
 */
export const isEmailAddress = (text: string): boolean =>
  text.length <= LIMITS.emailAddress && ADDRESS.test(text)
