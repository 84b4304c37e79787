/**
 * The faults of a sign-in, with the status of their page. Only these messages are shown; no text of a request or of the
 * provider is ever repeated.
 */
import { LIMITS } from '@notegraph/contract'

/** The reason of a failed sign-in. */
export type SignInFault =
  | 'link'
  | 'code'
  | 'typed'
  | 'tries'
  | 'denied'
  | 'expired'
  | 'provider'
  | 'undated'
  | 'unreachable'
  | 'often'

interface FaultPage {
  readonly status: 400 | 403 | 410 | 429 | 502 | 503
  readonly words: string
  readonly hint: string
}

/** The status and message of each fault. */
export const SIGN_IN_FAULTS: { readonly [fault in SignInFault]: FaultPage } = {
  link: {
    status: 410,
    words: 'This sign-in link was already used or has expired.',
    hint: 'A link works once, until it expires. Ask for a new link.',
  },
  code: {
    status: 410,
    words: 'This code is wrong, was already used or has expired.',
    hint: 'Compare it with the one that you got, or ask for a new code.',
  },
  typed: {
    status: 400,
    words: 'This is neither a sign-in link nor a code.',
    hint: 'Paste the whole link, or type the eight letters of the code.',
  },
  tries: {
    status: 429,
    words: `Too many wrong codes came from this address: ${LIMITS.wrongCodesPerAddress} in an hour.`,
    hint: 'Use a sign-in link, or try again in an hour.',
  },
  denied: {
    status: 403,
    words: 'Sign-in was declined at the identity provider.',
    hint: 'Sign in again and accept the request there.',
  },
  expired: {
    status: 400,
    words: 'This sign-in expired, was already completed, or started in another tab.',
    hint: 'Sign in again.',
  },
  provider: {
    status: 502,
    words: 'Sign-in failed. The server can’t verify the answer of the identity provider.',
    hint: 'Sign in again. If sign-in keeps failing, tell the operator of this server.',
  },
  undated: {
    status: 502,
    words:
      'The identity provider did not report your sign-in time, so the server can’t confirm your identity.',
    hint: 'Ask the operator of this server to set NOTEGRAPH_SIGN_IN_AGAIN_MINUTES=0.',
  },
  unreachable: {
    status: 503,
    words: 'The identity provider did not answer.',
    hint: 'Try again in a minute.',
  },
  often: {
    status: 429,
    words: 'Too many sign-in attempts came from this address.',
    hint: 'Try again in a minute.',
  },
}

/** The result of a sign-in step. */
export type SignInResult<T> =
  | { readonly ok: true; readonly value: T }
  /** `reason` is the kind of error for the log, never a text from the request. */
  | { readonly ok: false; readonly fault: SignInFault; readonly reason?: string }

export const failed = (fault: SignInFault, reason?: string): Extract<SignInResult<never>, { ok: false }> => ({
  ok: false,
  fault,
  ...(reason !== undefined && { reason }),
})
