/**
 * Subscriptions to resources: a client learns which of its pages and days changed. A subscription is a live stream of
 * the caller's account.
 * @see events 1
 */
import { LIMITS, type PagesEvent } from '@notegraph/contract'
import { journalId } from '@notegraph/graph'
import {
  BAD_REQUESTS,
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

/**
 * Subscribes to resources. An address of nothing is never updated, until a page has its name.
 * @returns a function for the end of the subscription; 429 for too many, 400 for too many addresses
 */
export type Subscribe = (uris: readonly string[], subscriber: Subscriber) => Promise<Result<() => void>>

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

  return async (uris, subscriber) => {
    if (uris.length > LIMITS.mcpSubscribed) return refuse(BAD_REQUESTS.subscriptionTooLong)
    try {
      const entered = await enter()
      if (!entered.ok) return entered
      const { caller } = entered.value
      return await open(listen, caller, await changeDetector(deps, caller, uris), subscriber)
    } catch (failure) {
      const refusal = refusalOfError(failure)
      deps.onCall?.({ refused: refusal.code, failure })
      return refuse(refusal)
    }
  }
}

/** Lists the addresses that an event touches. */
type ChangeDetector = (event: PagesEvent) => Promise<string[]>

/** Opens the live stream. Resolves when its position is known, so that no later change is missed. */
async function open(
  listen: NonNullable<Deps['listen']>,
  caller: Caller,
  changed: ChangeDetector,
  subscriber: Subscriber,
): Promise<Result<() => void>> {
  const started = Promise.withResolvers<void>()
  let hasStarted = false
  let isBusy = false

  /** The stream sends no further event meanwhile. */
  async function report(event: PagesEvent): Promise<void> {
    isBusy = true
    try {
      for (const uri of await changed(event)) subscriber.updated(uri)
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

async function changeDetector(
  { reader }: Deps,
  caller: Caller,
  uris: readonly string[],
): Promise<ChangeDetector> {
  /** For each address, the pages that it has led to: a renamed or deleted page is one of them. */
  const pages = new Map(Array.from(new Set(uris), (uri) => [uri, new Set<string>()] as const))

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

  async function follow(): Promise<void> {
    for (const [uri, ids] of pages) {
      const id = await pageOf(uri)
      if (id !== undefined) ids.add(id)
    }
  }

  await follow()
  return async (event) => {
    if (event.pages.length === 0 && !event.reset) return []
    await follow()
    const written = new Set(event.pages.map(({ id }) => id))
    return Array.from(pages)
      .filter(([, ids]) => event.reset || Array.from(ids).some((id) => written.has(id)))
      .map(([uri]) => uri)
  }
}
