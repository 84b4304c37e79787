/**
 * What a caller may be refused, as a value that carries facts. `error-messages.ts` and `request-errors.ts` alone word it,
 * for the API and for assistants alike.
 */
export type Refusal =
  /** A parameter, path or body that is wrong; the words come from the schema that found it. */
  | { readonly code: 'bad_request'; readonly error: string; readonly hint?: string }
  | {
      readonly code: 'unauthorized'
      readonly why:
        | 'missing'
        | 'malformed'
        | 'session'
        | 'unknown'
        | 'revoked'
        | 'expired'
        | 'no_session'
        | AgentFault
        | MessageFault
    }
  /** The server's list; `token` is an API token where a device's session is needed, `origin` a page of another site. */
  | { readonly code: 'forbidden'; readonly why?: 'token' | 'origin' }
  | { readonly code: 'payment_required'; readonly why?: 'grace' }
  | { readonly code: 'read_only_token' }
  /** `near` are names of pages that may have been meant. */
  | {
      readonly code: 'not_found'
      readonly what: 'page'
      readonly name: string
      readonly near?: readonly string[]
    }
  /** `shared` are the blocks whose ids begin with the name, where there are several. */
  | {
      readonly code: 'not_found'
      readonly what: 'block'
      readonly name: string
      readonly shared?: readonly Sharing[]
    }
  | {
      readonly code: 'not_found'
      readonly what: 'change' | 'account' | 'device' | 'token'
      readonly name: string
    }
  | { readonly code: 'not_found'; readonly what: 'path' }
  /** Its id is not told: it may be another account's, and opens the file. */
  | { readonly code: 'not_found'; readonly what: 'file' }
  | { readonly code: 'method_not_allowed'; readonly method: string; readonly allow: string }
  | Conflict
  | { readonly code: 'too_large'; readonly limit: number }
  /**
   * Requests from one address, writes with one token or from one address, or reads with one token or of one account;
   * `unread` are answers that were asked for and not read, `limit` then counts megabytes.
   */
  | {
      readonly code: 'rate_limited'
      readonly limit: number
      readonly writes?: 'token' | 'address'
      readonly reads?: 'token' | 'account' | 'unread'
    }
  | { readonly code: 'trail_full'; readonly limit: number }
  | { readonly code: 'trail_full'; readonly bytes: number }
  | { readonly code: 'quota_full'; readonly quota: number }
  | { readonly code: 'internal' }
  /** For the agent alone: nobody can say whether its token is right. */
  | { readonly code: 'unavailable' }

/** What is wrong with the agent's token: its time, whom it is for, who signed it, or whose account it names. */
export type AgentFault = 'agent_expired' | 'agent_claims' | 'agent_signature' | 'agent_account'

/** What is wrong with a message of the billing service: its signature, or its time. */
export type MessageFault = 'message_unsigned' | 'message_stale'

/** What stands is kept as it is. */
export type Conflict = { readonly code: 'conflict' } & (
  | {
      readonly why:
        'file_kept' | 'picture_kept' | 'meanwhile' | 'key_reused' | 'reverted' | 'expired' | 'message_taken'
    }
  /** One import of the account is under way, or as many exports as may be. */
  | { readonly why: 'import_running' | 'exports_running' }
  /** There are as many tokens as an account may have. */
  | { readonly why: 'tokens_full' }
  /** Of sync: a push for another epoch of the feed, or a pick of words that the block does not have. */
  | { readonly why: 'epoch' | 'no_version' }
  /** As many devices are signed in as may be. */
  | { readonly why: 'many_devices' }
  /** It is not what `If-Match` says; `text` is what it is now, and is left out where there is nothing. */
  | { readonly why: 'moved'; readonly what: 'page' | 'block'; readonly text?: string }
)

export interface Sharing {
  readonly id: string
  /** The name of its page. */
  readonly page: string
  /** The first line of its words. */
  readonly text: string
}

export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal }

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })
export const refuse = (refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } => ({
  ok: false,
  refusal,
})
