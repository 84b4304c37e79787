/**
 * The protocol over standard input and output, with one message a line. An invalid line gets an error. Requests
 * before the end of the input still get their answers.
 * @see decisions 10.4
 */
import type { Readable, Writable } from 'node:stream'
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  ProtocolErrorCode,
  SUBSCRIPTION_ID_META_KEY,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type McpServer,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { errorBody, LIMITS, readJson, readUtf8, type ErrorCode } from '@notegraph/contract'
import { refusal, urisOf } from './listen.ts'
import { explained, idOf, idOfBytes, LISTEN, NO_SUCH_METHOD, withoutNullParams } from './messages.ts'
import { serveOlderSubscriptions } from './resources/older-subscriptions.ts'
import type { Subscribe, Subscription } from './resources/subscription.ts'
import type { Era } from './server.ts'

const LINE_END = 10
/** Bytes of a line that is too long, read for the id of its request. A client waits for an answer with that id. */
const LONGEST_READ = 16 * LIMITS.bodyBytes
const CANCELLED = 'notifications/cancelled'

/**
 * Serves until the input has ended and every request has its answer, or until the output closes.
 * @param serverFor creates the server of the connection
 * @param subscribe lets the client subscribe to resources; without it, the method is not found
 * @example
 * await serveInput((era) => mcpServer(deps, { version: '1.0.0' }, enter, { era }), process.stdin, process.stdout)
 */
export async function serveInput(
  serverFor: (era: Era) => McpServer | Server,
  input: Readable,
  output: Writable,
  subscribe?: Subscribe,
): Promise<void> {
  const lines = new StdioTransport(input, output, subscribe)
  const handle = serveStdio(
    ({ era }) => {
      const made = serverFor(era)
      lines.serves(era, 'server' in made ? made.server : made)
      return made
    },
    { transport: lines },
  )
  await lines.closed
  await handle.close()
}

class StdioTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void
  onclose?: () => void
  onerror?: (error: Error) => void
  readonly closed: Promise<void>

  readonly #input: Readable
  readonly #output: Writable
  /** The start of an incomplete line; empty for a line that is too long to be read. */
  #chunks: Buffer[] = []
  #length = 0
  /** Open requests. */
  readonly #open = new Set<string | number>()
  #ended = false
  #isClosed = false
  readonly #settle: () => void
  readonly #subscribe: Subscribe | undefined
  /** Open subscriptions, by the id of their request. */
  readonly #subscriptions = new Map<string | number, Pick<Subscription, 'leave'>>()
  #era: Era | undefined
  #server: Server | undefined
  #leaveOlder = (): void => {}

  constructor(input: Readable, output: Writable, subscribe: Subscribe | undefined) {
    this.#input = input
    this.#output = output
    this.#subscribe = subscribe
    const { promise, resolve } = Promise.withResolvers<void>()
    this.closed = promise
    this.#settle = resolve
  }

  /** Notes the server of the connection, before it is connected. */
  serves(era: Era, server: Server): void {
    this.#era = era
    this.#server = server
    if (era === 'modern' || !this.#subscribe) return
    this.#leaveOlder = serveOlderSubscriptions(server, this.#subscribe, () => this.#isReady())
  }

  async start(): Promise<void> {
    this.#output.on('error', () => void this.close())
    this.#input.on('data', (chunk: Buffer) => this.#read(chunk))
    this.#input.on('end', () => this.#end())
    this.#input.on('error', () => this.#end())
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.#open.delete(message.id!)
    this.#write(explained(message))
    this.#closeIfDone()
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const subscription of this.#subscriptions.values()) subscription.leave()
    this.#subscriptions.clear()
    this.#leaveOlder()
    this.#input.pause()
    this.#settle()
    this.onclose?.()
  }

  #write(message: unknown): void {
    if (!this.#isClosed) this.#output.write(`${JSON.stringify(message)}\n`)
  }

  #read(chunk: Buffer): void {
    let from = 0
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
      this.#keep(chunk.subarray(from, end))
      this.#line()
      from = end + 1
    }
    this.#keep(chunk.subarray(from))
  }

  #keep(part: Buffer): void {
    this.#length += part.length
    if (this.#length > LONGEST_READ) this.#chunks = []
    else if (part.length > 0) this.#chunks.push(part)
  }

  #line(): void {
    const [bytes, length] = [Buffer.concat(this.#chunks), this.#length]
    this.#chunks = []
    this.#length = 0
    if (length > LIMITS.bodyBytes)
      return this.#refuse(
        ProtocolErrorCode.InvalidRequest,
        'too_large',
        `The message is larger than ${LIMITS.bodyBytes} bytes.`,
        idOfBytes(bytes),
      )
    const text = readUtf8(bytes)
    if (text === undefined)
      return this.#refuse(ProtocolErrorCode.ParseError, 'bad_request', 'The message is not UTF-8.')
    if (text.trim() === '') return
    const read = readJson(text)
    if (!read.ok)
      return this.#refuse(ProtocolErrorCode.ParseError, 'bad_request', read.error, idOfBytes(bytes))
    this.#take(withoutNullParams(read.value))
  }

  #take(message: unknown): void {
    if (isJSONRPCRequest(message)) {
      if (message.method === LISTEN) return void this.#listen(message)
      this.#open.add(message.id)
      this.onmessage?.(message)
    } else if (isJSONRPCNotification(message)) {
      // A cancelled call gets no answer.
      if (message.method === CANCELLED) this.#leave(message.params?.['requestId'] as string)
      this.onmessage?.(message)
    } else if (!isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message))
      this.#refuse(
        ProtocolErrorCode.InvalidRequest,
        'bad_request',
        'The line is not a request or notification of JSON-RPC 2.0.',
        idOf(message),
      )
  }

  #isReady(): boolean {
    return !this.#output.writableNeedDrain
  }

  #leave(id: string | number): void {
    this.#open.delete(id)
    this.#subscriptions.get(id)?.leave()
    this.#subscriptions.delete(id)
  }

  /** Subscribes, and has the SDK acknowledge. It adds the id of the request to each update that the server sends. */
  async #listen(message: JSONRPCRequest): Promise<void> {
    const { id } = message
    if (!this.#subscribe || this.#era === 'legacy')
      return this.#write({ jsonrpc: '2.0', id, error: NO_SUCH_METHOD })
    this.#leave(id)
    const uris = urisOf(message)
    if (uris.length === 0) return this.onmessage?.(message)
    const opened = await this.#subscribe(uris, {
      updated: (uri) => void this.#server?.sendResourceUpdated({ uri }),
      isReady: () => this.#isReady(),
      comment() {},
      end: () => this.#endSubscription(id),
    })
    if (!opened.ok) return this.#write(refusal(message, opened.refusal))
    if (this.#isClosed) return opened.value.leave()
    this.#subscriptions.set(id, opened.value)
    this.onmessage?.(message)
  }

  /** Ends a subscription with its result, as the protocol says. */
  #endSubscription(id: string | number): void {
    this.#leave(id)
    this.#write({
      jsonrpc: '2.0',
      id,
      result: { resultType: 'complete', _meta: { [SUBSCRIPTION_ID_META_KEY]: id } },
    })
    this.onmessage?.({ jsonrpc: '2.0', method: CANCELLED, params: { requestId: id } })
  }

  #refuse(number: number, code: ErrorCode, words: string, id: string | number | null = null): void {
    const { error, hint } = errorBody(code, words)
    this.#write({
      jsonrpc: '2.0',
      id,
      error: { code: number, message: `${error} ${hint}`, data: { code, hint } },
    })
  }

  #end(): void {
    if (this.#length > 0) this.#line()
    this.#ended = true
    this.#closeIfDone()
  }

  #closeIfDone(): void {
    if (this.#ended && this.#open.size === 0) void this.close()
  }
}
