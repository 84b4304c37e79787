/**
 * Why somebody could not be signed in. A browser is sent on with the code alone, and the page says these words, so that
 * nothing of a request or of the provider's answer is ever shown back.
 */
export const SIGN_IN_FAULTS = {
  link: {
    words: 'This link was used already, or is too old.',
    hint: 'A link signs in once, within the hour. Ask for a new one.',
  },
  denied: {
    words: 'Nobody was signed in: it was declined at the identity provider.',
    hint: 'Sign in again, and agree there.',
  },
  expired: {
    words: 'This sign-in is over: it took too long, was done already, or began in another tab.',
    hint: 'Sign in again.',
  },
  provider: {
    words: 'What the identity provider answered is not to be trusted, so nobody was signed in.',
    hint: 'Sign in again. If it keeps failing, tell whoever runs this server.',
  },
  unreachable: {
    words: 'The identity provider did not answer.',
    hint: 'Try again in a minute.',
  },
  often: {
    words: 'Too many tried to sign in from this address.',
    hint: 'Try again in a minute.',
  },
  foreign: {
    words: 'This was not sent from a page of this server, so nothing was done.',
    hint: 'Open the page here, and try again.',
  },
} as const

export type SignInFault = keyof typeof SIGN_IN_FAULTS

/** What came of a step of signing in. */
export type Tried<T> =
  | { readonly ok: true; readonly value: T }
  /** @param reason the kind of error, for the log: never a word of what was sent */
  | { readonly ok: false; readonly fault: SignInFault; readonly reason?: string }

export const failed = (fault: SignInFault, reason?: string): Extract<Tried<never>, { ok: false }> => ({
  ok: false,
  fault,
  ...(reason !== undefined && { reason }),
})
