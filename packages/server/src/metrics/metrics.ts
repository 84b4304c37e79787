/**
 * The measurements of a server. Routes and services report to this interface, and know no library. Labels are route
 * templates, codes and other words of the program: never an id, an address, a name or the text of a note.
 */
import type { ErrorCode } from '@notegraph/contract'
import type { Refusal } from '@notegraph/service'
import type { StoreUsage } from '@notegraph/store'

/** A request that is being answered. */
export interface AnsweredRequest {
  readonly method: string
  /** The path with its parameters in braces. */
  readonly route: string
  readonly status: number
  /** The refusal in the answer, if there is one. */
  readonly refusal?: Refusal | undefined
}

/** A call of a tool for assistants. */
export interface AnsweredCall {
  /** Absent for an unknown tool. */
  readonly tool?: string
  readonly refused?: ErrorCode
}

/** Figures of a store. */
export type StoreGauges = { readonly [K in keyof StoreUsage]?: () => number }

/** Figures that are read at each scrape. A server without a figure leaves it out, and does not expose it. */
export interface Gauges extends StoreGauges {
  /** Bytes of answers that their callers have not read yet. */
  readonly unreadAnswers?: () => number
  readonly runningImports?: () => number
  readonly runningExports?: () => number
  /** Bytes that the server can still write to the disk of the data folder. */
  readonly freeBytes?: () => number
  /** Seconds since the last complete backup. */
  readonly backupAge?: () => number
  /** 1 if the last backup is late or failed. */
  readonly backupIsLate?: () => number
  /** 1 if the list of releases has a newer one. */
  readonly releaseIsOutdated?: () => number
  /** 1 if the list of releases could not be read the last time. */
  readonly releaseCheckFailed?: () => number
  /** Live streams that are open. */
  readonly liveStreams?: () => number
}

/** Counts and times the work of a server. */
export interface Metrics {
  /** A request begins. @returns a function that the caller calls once with the answer */
  begin(): (answered: AnsweredRequest) => void
  toolCalled(call: AnsweredCall): void
  /** Node's parser or HTTP forbade a request. */
  protocolError(): void
  /** A connection was closed because there were too many. */
  connectionRefused(): void
  /** Runs a call of the store and measures it. */
  storeCall<T>(operation: string, call: () => Promise<T>): Promise<T>
  importEnded(state: 'done' | 'failed' | 'cut_off'): void
  sweepEnded(state: 'done' | 'failed'): void
  /** An attempt to deliver a message to a webhook ended. */
  webhookAttempted(result: 'ok' | 'failed'): void
  /** An attempt to send a digest ended. */
  digestAttempted(way: 'email' | 'push', result: 'ok' | 'failed'): void
  /** Adds figures that are read at each scrape. */
  addGauges(gauges: Gauges): void
}

/** A store and its measurements in one text, for the scraper. */
export interface MetricsSource {
  /** The media type of the text. */
  readonly contentType: string
  text(): Promise<string>
}

/** Callers may invent methods. Every other method shares one label. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** A method as a label. */
export const methodLabel = (method: string): string => (METHODS.has(method) ? method : 'other')

const READ_RATES = {
  token: 'token_reads',
  account: 'account_reads',
  unread: 'unread_answers',
  streams: 'live_streams',
  links_a_day: 'digest_links_a_day',
  links_to_address: 'digest_links_to_address',
} as const satisfies Record<string, string>

/** The rate that refused a request, as a label. */
export function rateName(refusal: Refusal & { readonly code: 'rate_limited' }): string {
  if (refusal.writes !== undefined) return `${refusal.writes}_writes`
  return refusal.reads === undefined ? 'requests' : READ_RATES[refusal.reads]
}
