/**
 * What is said about a route, once: the server mounts it from this, and the description of the API is made of it.
 */
import type * as v from 'valibot'
import type { ObjectSchema } from '../requests/check.ts'
import type { ErrorCode } from '../errors.ts'

/**
 * Who may call it: anyone, a token, a token that writes, a device's session, or whoever holds the id, with a token or a
 * session or without.
 */
export type Auth = 'open' | 'token' | 'write' | 'session' | 'holder'

export interface PathParameter {
  /** As the path says it in braces. */
  readonly name: string
  /** What an error calls its value, such as `page name`. */
  readonly noun: string
  readonly description: string
  readonly example: string
}

export interface Route {
  /** The endpoint's number; the settings have none. */
  readonly number?: number
  readonly operationId: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** With its parameters in braces. */
  readonly path: string
  readonly auth: Auth
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** In the order of the path. */
  readonly parameters: readonly PathParameter[]
  readonly query?: ObjectSchema
  readonly body?: ObjectSchema
  /** Where the answer, or the body, is the bytes of a file and no JSON; an archive is made as it is answered. */
  readonly bytes?: 'answer' | 'body' | 'archive'
  /** Of the bytes in a body; any where it is left out. */
  readonly mediaType?: string
  /** Of the answer with status 200. */
  readonly answer: v.GenericSchema
  /** Requests count at the rate of devices alone; at the rates of the notes API if it is left out. */
  readonly rate?: 'devices'
  /** Whether bodies and answers may be sent as gzip. */
  readonly gzip?: boolean
  /** Whether the answer is the same for everyone, and is not sent again to whoever holds it. */
  readonly prepared?: boolean
  /** Whether the answer holds one page or block, whose `ETag` it carries. */
  readonly tagged?: boolean
  /** Each error it can answer, with the words of an example. */
  readonly errors: { readonly [C in ErrorCode]?: string }
  readonly example: {
    /** Path and query as sent. */
    readonly request: string
    readonly body?: unknown
    readonly answer: unknown
  }
}
