/** One route: the server mounts it from this record, and the OpenAPI documents describe it from the same record. */
import type * as v from 'valibot'
import type { ObjectSchema } from '../requests/check.ts'
import type { AuditEventName } from '../audit-events.ts'
import type { ErrorCode } from '../errors.ts'
import type { CalledBy, ChangeCalledBy } from './clients.ts'

/**
 * The access that a route requires. `open`: none. `token`: any API token. `write`: a token that writes. `session`: a
 * device session. `holder`: none, or any token or session.
 */
export type Auth = 'open' | 'token' | 'write' | 'session' | 'holder'

/** A parameter in the path of a route. */
export interface PathParameter {
  /** The name in the braces of the path. */
  readonly name: string
  /** The noun for its value in an error, such as `page name`. */
  readonly noun: string
  readonly description: string
  readonly example: string
  /** The type of the argument of the client; a string by default. */
  readonly type?: 'number'
}

/**
 * The event that the audit log gets when a route succeeded, unless the work noted what it did. `nothing`: the route reads,
 * or writes notes, which have a list of changes and a history.
 */
export type RouteEvent = 'nothing' | AuditEventName

/**
 * A route of the API. One of a session that does more than read names its event, or it fails to compile. So does one that
 * changes something without an `Idempotency-Key`, unless it says whether the client may repeat it.
 */
export type Route = RouteFacts &
  (
    | { readonly auth: 'write' }
    | { readonly method: 'GET' }
    | {
        readonly auth: Exclude<Auth, 'write'>
        readonly method: 'POST' | 'PATCH' | 'DELETE'
        readonly client: ChangeCalledBy
      }
  ) &
  (
    | { readonly auth: 'session'; readonly method: 'POST' | 'PATCH' | 'DELETE'; readonly audit: RouteEvent }
    | { readonly auth: 'session'; readonly method: 'GET'; readonly audit?: RouteEvent }
    | { readonly auth: Exclude<Auth, 'session'>; readonly audit?: RouteEvent }
  )

/** The path of a route, its access, parameters, body, answer, errors and an example. */
export interface RouteFacts {
  /** The endpoint's number; the settings have none. */
  readonly number?: number
  readonly operationId: string
  readonly client: CalledBy
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With its parameters in braces. */
  readonly path: string
  readonly auth: Auth
  /**
   * Whether the session must be of a recent sign-in: always, or if the request makes more visible outside of the account.
   * @see decisions 9.6
   */
  readonly recent?: 'always' | 'to_widen'
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** In the order of the path. */
  readonly parameters: readonly PathParameter[]
  readonly query?: ObjectSchema
  readonly body?: ObjectSchema
  /**
   * The part that is the bytes of a file instead of JSON. The server creates an `archive` while sending, and sends
   * `events` until one side ends the answer. Each of the `lines` is an answer as JSON.
   */
  readonly bytes?: 'answer' | 'body' | 'archive' | 'events' | 'lines'
  /** Whether a caller can resume the events after the last one that it has. */
  readonly resumable?: boolean
  /** The media types of the bytes in a body; any by default. */
  readonly mediaTypes?: readonly string[]
  /** The schema of the answer with status 200; of the data of each event; of each line. */
  readonly answer: v.GenericSchema
  /** Requests count at the rate of devices alone; at the rates of the notes API if it is left out. */
  readonly rate?: 'devices'
  /** Whether bodies and answers may be sent as gzip. */
  readonly gzip?: boolean
  /** Whether the answer is the same for everyone, so that clients can cache it by `ETag`. */
  readonly prepared?: boolean
  /** Whether the answer holds one page or block, whose `ETag` it carries. */
  readonly tagged?: boolean
  /** Each possible error, with an example message. */
  readonly errors: { readonly [C in ErrorCode]?: string }
  readonly example: {
    /** Path and query as sent. */
    readonly request: string
    readonly body?: unknown
    readonly answer: unknown
  }
}
