/**
 * The refusals of the service, as values with facts. Only `error-messages.ts` and `request-errors.ts` turn them into
 * messages, for the API and for assistants alike.
 */
import type { Day } from '@notegraph/block-text'

/** Why a request is refused. */
export type Refusal = Fact & {
  /** The write of a batch that is refused. */
  readonly operation?: { readonly number: number; readonly op: string }
}

type Fact =
  /** An invalid parameter, path or body; the schema that found it has the message. */
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
        | 'app'
        | 'app_unknown'
        | 'app_resource'
        | AgentFault
        | MessageFault
    }
  /**
   * The server's list. `token`: an API token instead of a device session. `origin`: a page of another site. `unnamed`: a page
   * that does not name its account and device. `not_admin`: an account that does not look after people.
   */
  | { readonly code: 'forbidden'; readonly why?: 'token' | 'origin' | 'unnamed' | 'not_admin' }
  /** The sign-in is too long ago. `confirmAt` is the page where the person confirms the device. */
  | { readonly code: 'forbidden'; readonly why: 'not_recent'; readonly confirmAt?: string }
  | { readonly code: 'payment_required'; readonly why?: 'grace' }
  /** `operator`: a program of the operator without a token, such as `notegraph mcp --read-only`. */
  | { readonly code: 'read_only_token'; readonly of?: 'app' | 'operator' }
  /**
   * The program may write, but not this. `site` is the slug of a site, and `page` the name of a shared page, whose readers
   * would see the change.
   */
  | {
      readonly code: 'missing_right'
      readonly right: 'publish'
      readonly of?: 'app' | 'operator'
      readonly site?: string
      readonly page?: string
    }
  | { readonly code: 'missing_right'; readonly right: 'organize'; readonly of?: 'app' | 'operator' }
  /** The page of a browser names another account than its cookie has. */
  | { readonly code: 'other_account' }
  /** `near` lists names of similar pages; `linked` is a day without a page, whose links were asked for. */
  | {
      readonly code: 'not_found'
      readonly what: 'page'
      readonly name: string
      readonly near?: readonly string[]
      readonly linked?: Day
    }
  /** `shared` lists the blocks whose ids begin with the name, if there are several. */
  | {
      readonly code: 'not_found'
      readonly what: 'block'
      readonly name: string
      readonly shared?: readonly SharedId[]
    }
  | {
      readonly code: 'not_found'
      readonly what: 'section'
      /** The words that no block of the page has. */
      readonly name: string
      readonly page: string
    }
  | {
      readonly code: 'not_found'
      readonly what: 'change' | 'own_change' | 'account' | 'device' | 'token' | 'app' | 'snapshot' | 'state'
      readonly name: string
    }
  | { readonly code: 'not_found'; readonly what: 'page_id'; readonly name: string }
  | { readonly code: 'not_found'; readonly what: 'path' }
  /** The id is left out: it may be another account's, and it opens the page. */
  | { readonly code: 'not_found'; readonly what: 'share' }
  | { readonly code: 'not_found'; readonly what: 'site' }
  | { readonly code: 'not_found'; readonly what: 'webhook' }
  | { readonly code: 'not_found'; readonly what: 'plugin' }
  | { readonly code: 'not_found'; readonly what: 'delivery' }
  /** A browser that gets the digest. */
  | { readonly code: 'not_found'; readonly what: 'browser' }
  /** The id is left out: it may be another account's, and it grants access to the file. */
  | { readonly code: 'not_found'; readonly what: 'file' }
  /** A file of a shared or published page, by its number. */
  | { readonly code: 'not_found'; readonly what: 'page_file' }
  | { readonly code: 'method_not_allowed'; readonly method: string; readonly allow: string }
  | Conflict
  | { readonly code: 'too_large'; readonly limit: number }
  /**
   * Requests from one address, writes with one token or from one address, or reads with one token or of one account.
   * For `unread`, too many answers are unread, and `limit` is in megabytes. For `streams`, too many live streams are
   * open on this server.
   */
  | {
      readonly code: 'rate_limited'
      readonly limit: number
      readonly writes?: 'token' | 'address'
      readonly reads?: 'token' | 'account' | 'unread' | 'streams' | 'links_a_day' | 'links_to_address'
      /** Seconds; without them, a minute. */
      readonly retryAfter?: number
    }
  | { readonly code: 'trail_full'; readonly limit: number }
  | { readonly code: 'trail_full'; readonly bytes: number }
  | { readonly code: 'quota_full'; readonly quota: number }
  | { readonly code: 'internal' }
  /**
   * The keys that verify the agent's token, the store, the space on its disk, or the store during a commit, which may
   * have succeeded. With `moving`, the account moves to another store.
   */
  | { readonly code: 'unavailable'; readonly what: 'sign_in' | 'store' | 'space' | 'outcome' | 'moving' }

/** The fault of the agent's token: its time, audience, signature or account. */
export type AgentFault = 'agent_expired' | 'agent_claims' | 'agent_signature' | 'agent_account'

/** The fault of a billing message: its signature or its time. */
export type MessageFault = 'message_unsigned' | 'message_stale'

/** The current state stays unchanged. */
export type Conflict = { readonly code: 'conflict' } & (
  | {
      readonly why:
        | 'file_kept'
        | 'picture_kept'
        | 'meanwhile'
        | 'key_reused'
        | 'reverted'
        | 'kept'
        | 'expired'
        | 'message_taken'
    }
  /** An import of the account is running, or the most exports allowed. */
  | { readonly why: 'import_running' | 'exports_running' }
  /** The account has the most tokens allowed. */
  | { readonly why: 'tokens_full' }
  /** The account has the most passkeys allowed, or this one already. */
  | { readonly why: 'passkeys_full' }
  /** The account has the most connected apps allowed. */
  | { readonly why: 'apps_full' }
  /** The account shares the most pages allowed, or the link to change has ended. */
  | { readonly why: 'shares_full' | 'share_ended' }
  /** The account has the most sites allowed, the site to change has ended, or it would publish too much text. */
  | { readonly why: 'sites_full' | 'site_ended' | 'site_too_large' }
  | { readonly why: 'webhooks_full' | 'webhook_in_use' }
  /** The server sends no e-mail, or the account has the most browsers with a digest. */
  | { readonly why: 'no_mail' | 'browsers_full' }
  /** An account that looks after people, one that somebody has used, or the server has the most accounts. */
  | { readonly why: 'person_is_admin' | 'person_in_use' | 'people_full' }
  | { readonly why: 'account_exists'; readonly name: string }
  /** The server sends no e-mail, or the mail server refused an invitation. */
  | { readonly why: 'no_invitation_mail' | 'mail_failed' }
  /** The server sends no e-mail, or the owner of the account confirmed no address. */
  | { readonly why: 'no_sign_in_mail' | 'no_address' }
  /** The server or the account has no room for a plug-in, or its manifest is not the one that the person saw. */
  | { readonly why: 'plugins_off' | 'plugins_full' | 'manifest_changed' }
  /** Another plug-in, or another page, has the name of a page type. */
  | { readonly why: 'type_taken' | 'type_page_exists'; readonly name: string }
  /** The account has the most snapshots allowed, states are gone or never kept, or a page has too many blocks to restore. */
  | { readonly why: 'snapshots_full' | 'history_gone' | 'history_off' | 'restore_large' }
  /** A restore of the whole graph is running. */
  | { readonly why: 'restore_running' }
  /** A move, a delete, a rename or a merge would change too many blocks. */
  | { readonly why: 'organize_large'; readonly count: number }
  /** Another page has the name, or is of another kind. */
  | { readonly why: 'name_taken' | 'other_kind'; readonly name: string }
  /** A rename would rewrite too many blocks. */
  | { readonly why: 'rename_large'; readonly count: number; readonly to: string }
  /** Another site has the slug. */
  | { readonly why: 'slug_taken'; readonly slug: string }
  /** In sync: a push for another epoch or account, or a pick of a version that the block does not have. */
  | { readonly why: 'epoch' | 'other_account' | 'no_version' }
  /** The most devices are signed in. */
  | { readonly why: 'many_devices' }
  /** The text to replace occurs more or less often than expected. */
  | {
      readonly why: 'found'
      readonly found: number
      /** The number of places that only look like the text. */
      readonly alike?: number
      readonly expect: number
      readonly whole?: boolean
    }
  /** `If-Match` does not match; `text` is the current text, left out if there is none. */
  | { readonly why: 'moved'; readonly what: 'page' | 'block'; readonly text?: string }
  /** `if_unchanged` names an older version; `current` is left out if there is no page or block. */
  | { readonly why: 'outdated'; readonly what: 'page' | 'block'; readonly current?: CurrentState }
)

/** The page or block that a write would have changed. */
export interface CurrentState {
  readonly id: string
  readonly version: string
  /** The name of the page, which the block is on. */
  readonly page: string
  /** Its text; of a page, the properties and the first blocks. Left out if an answer shows it otherwise. */
  readonly text?: string
}

export interface SharedId {
  readonly id: string
  /** The name of its page. */
  readonly page: string
  /** The first line of its text. */
  readonly text: string
}

/** A value, or the refusal of a request. */
export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal }

/**
 * A result with a value.
 *
 * @example
 * ```ts
 * ok(1) // { ok: true, value: 1 }
 * ```
 */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })

/**
 * A result with a refusal.
 *
 * @example
 * ```ts
 * refuse({ code: 'internal' }) // { ok: false, refusal: { code: 'internal' } }
 * ```
 */
export const refuse = (refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } => ({
  ok: false,
  refusal,
})

/**
 * A result with the refusal of an invalid request.
 *
 * @param error the message, which names the member
 * @example
 * ```ts
 * badRequest('The token has no name.') // { ok: false, refusal: { code: 'bad_request', error: 'The token has no name.' } }
 * ```
 */
export const badRequest = (error: string): ReturnType<typeof refuse> => refuse({ code: 'bad_request', error })
