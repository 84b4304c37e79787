/**
 * The traces of a server. Routes and services report to this interface, and know no library. Names and attributes of
 * spans are route templates, codes and counts: never an address, a token, a name or the text of a note.
 */
import type { AnsweredRequest } from '../metrics/metrics.ts'

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** The beginning of a traced request. */
export interface TracedRequest {
  readonly method: string
  /** The route template. */
  readonly route: string
  /** The header of that name, as it was sent. */
  readonly traceparent?: string | undefined
}

/** The end of a traced request. */
export interface TracedAnswer extends Pick<AnsweredRequest, 'status' | 'refusal'> {
  /** The id of the request, as in the log. */
  readonly id: string
  /** The code of an internal error, such as SQLite's. */
  readonly code?: string | undefined
}

/** The span of a piece of work. */
export interface WorkSpan {
  set(attributes: SpanAttributes): void
}

/** Traces the work of a server. */
export interface Tracing {
  /**
   * Runs a request as a trace of its own, or as a part of its caller's trace. The work calls `answered` before it returns.
   */
  request<T>(
    request: TracedRequest,
    work: (answered: (answer: TracedAnswer) => void) => Promise<T>,
  ): Promise<T>
  /** Runs a call of the store as a part of the current trace; without one, the call is not traced. */
  storeCall<T>(operation: string, call: () => Promise<T>): Promise<T>
  /**
   * Runs long work as a trace of its own, linked to the request that began it. Its calls of the store are not traced:
   * they may be so many that the spans of requests would be dropped.
   */
  work<T>(name: string, attributes: SpanAttributes, run: (span: WorkSpan) => Promise<T>): Promise<T>
  /** Sends the last spans. */
  stop(): Promise<void>
}
