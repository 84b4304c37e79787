/**
 * What a caller may be refused, as a value that carries facts. `words.ts` alone puts it into words, for the API and for
 * assistants alike.
 */
export type Refusal =
  /** A parameter, path or body that is wrong; the words come from the schema that found it. */
  | { readonly code: 'bad_request'; readonly error: string; readonly hint?: string }
  | {
      readonly code: 'unauthorized'
      readonly why: 'missing' | 'malformed' | 'session' | 'unknown' | 'revoked'
    }
  | { readonly code: 'forbidden' }
  | { readonly code: 'payment_required' }
  | { readonly code: 'not_found'; readonly what: 'page' | 'block'; readonly name: string }
  | { readonly code: 'not_found'; readonly what: 'path' }
  | { readonly code: 'method_not_allowed'; readonly method: string; readonly allow: string }
  | { readonly code: 'too_large'; readonly limit: number }
  | { readonly code: 'rate_limited'; readonly limit: number }
  | { readonly code: 'internal' }

export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal }

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })
export const refuse = (refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } => ({
  ok: false,
  refusal,
})
