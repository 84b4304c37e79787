/**
 * `subscriptions/listen` over HTTP: the only answer that is a stream. The SDK writes its messages; this module passes
 * them on while the client reads, and ends the stream with the live stream behind it.
 */
import {
  createMcpHandler,
  type JSONRPCRequest,
  type McpServer,
  type Server,
  type ServerEvent,
} from '@modelcontextprotocol/server'
import { isObject } from '@notegraph/contract'
import type { Refusal } from '@notegraph/service'
import { errorOf } from './call.ts'
import type { Subscribe } from './resources/subscription.ts'

const EVENTS = 'text/event-stream'

/** Whether an answer is a stream of events. */
export const isEventStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith(EVENTS) === true

const COMMENT = new TextEncoder().encode(':\n\n')

/** The addresses in a request, whatever else is in it. The SDK checks the request. */
export function urisOf({ params }: Pick<JSONRPCRequest, 'params'>): string[] {
  const filter = isObject(params) ? params['notifications'] : undefined
  const uris = isObject(filter) ? filter['resourceSubscriptions'] : undefined
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : []
}

/**
 * Answers a request to listen.
 * @param message the body of the request
 * @param server has the capabilities that the SDK acknowledges
 */
export async function serveListen(
  request: Request,
  message: JSONRPCRequest,
  server: McpServer | Server,
  subscribe: Subscribe,
): Promise<Response> {
  let publish = (_event: ServerEvent): void => {}
  let leave = (): void => {}
  let stream: PassedStream | undefined
  let isSubscribed = false
  const bus = {
    publish: (event: ServerEvent) => publish(event),
    subscribe(listener: (event: ServerEvent) => void) {
      publish = listener
      isSubscribed = true
      return () => leave()
    },
  }
  const handler = createMcpHandler(() => server, {
    legacy: 'reject',
    bus,
    keepAliveMs: 0,
    maxSubscriptions: 1,
  })
  const end = (): void => void handler.close()
  const uris = urisOf(message)
  const opened =
    uris.length === 0
      ? undefined
      : await subscribe(uris, {
          updated: (uri) => bus.publish({ kind: 'resource_updated', uri }),
          isReady: () => stream?.isReady() === true,
          comment: () => stream?.comment(),
          end,
        })
  if (opened && !opened.ok) return Response.json(refusal(message, opened.refusal))
  if (opened) leave = () => opened.value.leave()
  const response = await handler.fetch(request, { parsedBody: message })
  if (!isSubscribed) leave()
  if (!response.body || !isEventStream(response)) return response
  stream = passOn(response.body)
  return new Response(stream.body, { headers: { 'Content-Type': EVENTS, 'X-Accel-Buffering': 'no' } })
}

/** The answer to a request to listen that was refused. */
export const refusal = ({ id }: JSONRPCRequest, why: Refusal): object => ({
  jsonrpc: '2.0',
  id,
  error: errorOf(why),
})

interface PassedStream {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Whether the client has read everything so far. */
  isReady(): boolean
  /** Sends a comment if the client reads; otherwise, for the second time, disconnects. */
  comment(): void
}

/** Passes on a stream, one part at a time, so that unread parts stay few. */
function passOn(source: ReadableStream<Uint8Array>): PassedStream {
  const reader = (source as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  let isWaiting = false
  let wasStuck = false
  const isReady = (): boolean => isWaiting && controller.desiredSize! > 0

  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (given) => void (controller = given),
    async pull() {
      wasStuck = false // the client has read something
      isWaiting = true
      const { done, value } = await reader.read()
      isWaiting = false
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })

  return {
    body,
    isReady,
    comment() {
      const isStuck = !isReady()
      if (!isStuck) controller.enqueue(COMMENT)
      else if (wasStuck) void reader.cancel(new Error('the events were not read'))
      wasStuck = isStuck
    },
  }
}
