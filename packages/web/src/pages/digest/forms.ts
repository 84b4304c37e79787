/** The path, the results and the values of the forms of the digest. */

export const DIGEST = '/settings/digest'

const DONE = {
  saved: 'Digest saved.',
  on: 'Digest resumed.',
  off: 'Digest paused.',
  email: 'Address saved. A new address gets an e-mail with a link: open it to confirm.',
  email_removed: 'Address removed.',
  browser: 'This browser gets the digest.',
  browser_removed: 'Browser removed.',
} as const
/** The result of a form, for the next page. */
export type DigestDone = keyof typeof DONE

/** @returns the words of a result that a browser sent */
export const doneWords = (said: unknown): string | undefined =>
  typeof said === 'string' && Object.hasOwn(DONE, said) ? DONE[said as DigestDone] : undefined

/** The values of a form that was refused, and the reason. */
export interface AskedDigest {
  readonly hour?: number
  readonly zone?: string
  readonly email?: string
  readonly error?: string
}
