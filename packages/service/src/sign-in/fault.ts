/**
 * Why somebody could not be signed in, with the status of the page that says so. Its words are these alone: nothing of a
 * request or of the provider's answer is ever shown back.
 */
export const SIGN_IN_FAULTS = {
  link: {
    status: 410,
    words: 'This link was used already, or is too old.',
    hint: 'A link signs in once, within the hour. Ask for a new one.',
  },
  denied: {
    status: 403,
    words: 'Nobody was signed in: it was declined at the identity provider.',
    hint: 'Sign in again, and agree there.',
  },
  expired: {
    status: 400,
    words: 'This sign-in is over: it took too long, was done already, or began in another tab.',
    hint: 'Sign in again.',
  },
  provider: {
    status: 502,
    words: 'What the identity provider answered is not to be trusted, so nobody was signed in.',
    hint: 'Sign in again. If it keeps failing, tell whoever runs this server.',
  },
  undated: {
    status: 502,
    words:
      'The identity provider did not say when you signed in there, so it cannot be known that it is you.',
    hint: 'Whoever runs this server can set NOTEGRAPH_SIGN_IN_AGAIN_MINUTES=0.',
  },
  unreachable: {
    status: 503,
    words: 'The identity provider did not answer.',
    hint: 'Try again in a minute.',
  },
  often: {
    status: 429,
    words: 'Too many tried to sign in from this address.',
    hint: 'Try again in a minute.',
  },
} as const

export type SignInFault = keyof typeof SIGN_IN_FAULTS

/** What came of a step of signing in. */
export type Tried<T> =
  | { readonly ok: true; readonly value: T }
  /** `reason` is the kind of error, for the log: never a word of what was sent. */
  | { readonly ok: false; readonly fault: SignInFault; readonly reason?: string }

export const failed = (fault: SignInFault, reason?: string): Extract<Tried<never>, { ok: false }> => ({
  ok: false,
  fault,
  ...(reason !== undefined && { reason }),
})
