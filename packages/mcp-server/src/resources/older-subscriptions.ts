/**
 * `resources/subscribe` and `resources/unsubscribe` of the older era, for a transport that keeps its connection. One
 * live stream serves all addresses of a connection, and is open while there are any.
 * @see events 1
 */
import type { Server } from '@modelcontextprotocol/server'
import { errorOf } from '../call.ts'
import { thrown } from '../messages.ts'
import type { Subscribe, Subscription } from './subscription.ts'

/**
 * Lets the client of a server subscribe. The server is not connected yet.
 * @param isReady whether the client has read everything so far
 * @returns a function for the end of the connection
 */
export function serveOlderSubscriptions(
  server: Server,
  subscribe: Subscribe,
  isReady: () => boolean,
): () => void {
  const uris = new Set<string>()
  let stream: Subscription | undefined
  let isClosed = false
  /** Requests change the stream one after another. */
  let last: Promise<unknown> = Promise.resolve()

  function leave(): void {
    stream?.leave()
    stream = undefined
  }

  async function open(): Promise<void> {
    const opened = await subscribe(Array.from(uris), {
      updated: (uri) => void server.sendResourceUpdated({ uri }),
      isReady,
      comment() {},
      end: leave, // this era has no message for it; the next request opens another stream
    })
    if (!opened.ok) throw thrown(errorOf(opened.refusal))
    stream = opened.value
    if (isClosed) leave()
  }

  async function follow(): Promise<void> {
    if (uris.size === 0) return leave()
    if (!stream) return open()
    const followed = await stream.follow(Array.from(uris))
    if (!followed.ok) throw thrown(errorOf(followed.refusal))
  }

  const inTurn = async (change: () => Promise<void>): Promise<object> => {
    const done = last.then(change)
    last = done.catch(() => {})
    await done
    return {}
  }

  server.registerCapabilities({ resources: { subscribe: true } })
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) =>
    inTurn(async () => {
      const isNew = !uris.has(uri)
      uris.add(uri)
      try {
        await follow()
      } catch (error) {
        if (isNew) uris.delete(uri)
        throw error
      }
    }),
  )
  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) =>
    inTurn(async () => {
      if (uris.delete(uri)) await follow()
    }),
  )

  return () => {
    isClosed = true
    leave()
  }
}
