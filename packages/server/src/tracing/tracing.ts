/**
 * The traces of a server. Routes and services report to this interface, and know no library. Names and attributes of
 * spans are route templates, codes and counts: never an address, a token, a name or the text of a note.
 */
import type { AnsweredRequest } from '../metrics/metrics.ts'

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

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
  /** Runs a request as a trace of its own. The work calls `answered` before it returns. */
  request<T>(
    method: string,
    route: string,
    work: (answered: (answer: TracedAnswer) => void) => Promise<T>,
  ): Promise<T>
  /** Runs a call of the store as a part of the current trace; without one, the call is not traced. */
  storeCall<T>(operation: string, call: () => Promise<T>): Promise<T>
  /** Runs long work as a trace of its own, linked to the request that began it. */
  work<T>(name: string, attributes: SpanAttributes, run: (span: WorkSpan) => Promise<T>): Promise<T>
  /** Sends the last spans. */
  stop(): Promise<void>
}
