/**
 * Subscriptions to resources: a client learns which of its pages and days changed. A subscription is a live stream of
 * the caller's account.
 * @see events 1
 */
import { LIMITS, type PagesEvent } from '@notegraph/contract'
import { journalId } from '@notegraph/graph'
import {
  BAD_REQUESTS,
  ok,
  refusalOfError,
  refuse,
  type Caller,
  type PageListener,
  type Result,
} from '@notegraph/service'
import type { Deps, Session } from '../call.ts'
import { readUri } from './resource-uri.ts'

/** The client of one subscription. */
export interface Subscriber extends Omit<PageListener, 'send'> {
  /** A resource with this address changed. */
  updated(uri: string): void
}

/** An open subscription. */
export interface Subscription {
  /** Replaces the addresses. An address that stays misses no change. @returns 400 for too many */
  follow(uris: readonly string[]): Promise<Result<void>>
  leave(): void
}

/**
 * Subscribes to resources. An address of nothing is never updated, until a page has its name.
 * @returns 429 for too many subscriptions, 400 for too many addresses
 */
export type Subscribe = (uris: readonly string[], subscriber: Subscriber) => Promise<Result<Subscription>>

/**
 * Creates the function that subscribes a client.
 *
 * @param enter returns the caller, for each subscription
 * @returns undefined if the services have no live streams
 * @example
 * await serveInput((era) => mcpServer(deps, about, enter, { era }), input, output, subscriptions(deps, enter))
 */
export function subscriptions(deps: Deps, enter: () => Promise<Result<Session>>): Subscribe | undefined {
  const { listen } = deps
  if (!listen) return undefined

  /** Reports a failure like that of a call. */
  async function reported<T>(attempt: () => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await attempt()
    } catch (failure) {
      const refusal = refusalOfError(failure)
      deps.onCall?.({ refused: refusal.code, failure })
      return refuse(refusal)
    }
  }

  return async (uris, subscriber) =>
    reported(async () => {
      const entered = await enter()
      if (!entered.ok) return entered
      const { caller } = entered.value
      const watched = watch(deps, caller)
      const followed = await watched.follow(uris)
      if (!followed.ok) return followed
      const opened = await open(listen, caller, watched, subscriber)
      if (!opened.ok) return opened
      return ok({
        follow: async (others) => reported(async () => watched.follow(others)),
        leave: opened.value,
      })
    })
}

/** The addresses of a subscription. */
interface Watched extends Pick<Subscription, 'follow'> {
  /** Lists the addresses that an event touches. */
  changed(event: PagesEvent): Promise<string[]>
}

/** Opens the live stream. Resolves when its position is known, so that no later change is missed. */
async function open(
  listen: NonNullable<Deps['listen']>,
  caller: Caller,
  watched: Watched,
  subscriber: Subscriber,
): Promise<Result<() => void>> {
  const started = Promise.withResolvers<void>()
  let hasStarted = false
  let isBusy = false

  /** The stream sends no further event meanwhile. */
  async function report(event: PagesEvent): Promise<void> {
    isBusy = true
    try {
      for (const uri of await watched.changed(event)) subscriber.updated(uri)
    } catch {
      subscriber.end()
    }
    isBusy = false
  }

  const opened = listen(caller, {
    isReady: () => !hasStarted || (!isBusy && subscriber.isReady()),
    send(event) {
      if (hasStarted) return void report(event)
      hasStarted = true
      started.resolve()
    },
    comment: () => subscriber.comment(),
    end() {
      if (hasStarted) return subscriber.end()
      if (opened.ok) opened.value()
      started.reject(new Error('the stream ended before its first event'))
    },
  })
  if (opened.ok) await started.promise
  return opened
}

function watch({ reader }: Deps, caller: Caller): Watched {
  /** For each address, the pages that it has led to: a renamed or deleted page is one of them. */
  let pages = new Map<string, Set<string>>()

  async function pageOf(uri: string): Promise<string | undefined> {
    const ref = readUri(uri)
    if (!ref) return undefined
    const window = { limit: 1, offset: 0, bytes: 1 }
    if (ref.kind === 'page') {
      const found = await reader.readPage(caller, ref.name, window)
      return found.ok ? found.value.page.id : undefined
    }
    const found = await reader.readDay(caller, ref.date, window)
    return found.ok ? journalId(found.value.day) : undefined
  }

  async function look(): Promise<void> {
    for (const [uri, ids] of pages) {
      const id = await pageOf(uri)
      if (id !== undefined) ids.add(id)
    }
  }

  return {
    async follow(uris) {
      if (uris.length > LIMITS.mcpSubscribed) return refuse(BAD_REQUESTS.subscriptionTooLong)
      pages = new Map(uris.map((uri) => [uri, pages.get(uri) ?? new Set()]))
      await look()
      return ok(undefined)
    },
    async changed({ pages: written, reset }) {
      if (written.length === 0 && !reset) return []
      await look()
      const ids = new Set(written.map(({ id }) => id))
      return Array.from(pages)
        .filter(([, led]) => reset || Array.from(led).some((id) => ids.has(id)))
        .map(([uri]) => uri)
    },
  }
}
