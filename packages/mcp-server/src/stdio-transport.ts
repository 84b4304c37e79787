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
  type JSONRPCMessage,
  type McpServer,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { errorBody, LIMITS, readJson, readUtf8, type ErrorCode } from '@notegraph/contract'
import { explained, LISTEN, NO_SUCH_METHOD } from './messages.ts'

const LINE_END = 10

/**
 * Serves until the input has ended and every request has its answer, or until the output closes.
 * @param serverFor creates the server of the connection
 * @example
 * await serveInput(() => mcpServer(deps, { version: '1.0.0' }, enter), process.stdin, process.stdout)
 */
export async function serveInput(
  serverFor: () => McpServer | Server,
  input: Readable,
  output: Writable,
): Promise<void> {
  const lines = new StdioTransport(input, output)
  const handle = serveStdio(serverFor, { transport: lines })
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
  /** The start of an incomplete line; empty for a line that is too long. */
  #chunks: Buffer[] = []
  #length = 0
  /** Open requests. */
  readonly #open = new Set<string | number>()
  #ended = false
  #isClosed = false
  readonly #settle: () => void

  constructor(input: Readable, output: Writable) {
    this.#input = input
    this.#output = output
    const { promise, resolve } = Promise.withResolvers<void>()
    this.closed = promise
    this.#settle = resolve
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
    if (this.#length > LIMITS.bodyBytes) this.#chunks = []
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
      )
    const text = readUtf8(bytes)
    if (text === undefined)
      return this.#refuse(ProtocolErrorCode.ParseError, 'bad_request', 'The message is not UTF-8.')
    if (text.trim() === '') return
    const read = readJson(text)
    if (!read.ok) return this.#refuse(ProtocolErrorCode.ParseError, 'bad_request', read.error)
    this.#take(read.value)
  }

  #take(message: unknown): void {
    if (isJSONRPCRequest(message)) {
      if (message.method === LISTEN)
        return this.#write({ jsonrpc: '2.0', id: message.id, error: NO_SUCH_METHOD })
      this.#open.add(message.id)
      this.onmessage?.(message)
    } else if (isJSONRPCNotification(message)) {
      // A cancelled call gets no answer.
      if (message.method === 'notifications/cancelled')
        this.#open.delete(message.params?.['requestId'] as string)
      this.onmessage?.(message)
    } else if (!isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message))
      this.#refuse(
        ProtocolErrorCode.InvalidRequest,
        'bad_request',
        'The line is not a request or notification of JSON-RPC 2.0.',
      )
  }

  #refuse(number: number, code: ErrorCode, words: string): void {
    const { error, hint } = errorBody(code, words)
    this.#write({
      jsonrpc: '2.0',
      id: null,
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
