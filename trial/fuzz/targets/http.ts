/**
 * Bytes on a connection to the real HTTP server. The server goes on, and answers no request with 5xx. No request here asks
 * for a 5xx of HTTP, such as 505 for another version. Bytes behind a refused request are never answered.
 */
import { deepEqual, equal, ok } from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { openApi } from '../../../packages/server/test/api.ts'
import { exchange, open } from '../../../packages/server/test/socket.ts'
import { startServer } from '../../../packages/server/src/index.ts'
import type { Target } from '../target.ts'
import { answersIn, requestsIn, type Framed } from './http-frames.ts'

/** Milliseconds without a byte after which a client stops waiting. Some inputs are half a request, which gets no answer. */
const QUIET = 60
/** Inputs for one server. */
const INPUTS = 300

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1')

interface Listening {
  readonly port: number
  readonly token: string
  /** The requests of each connection that reached the app, by the port of the client. The server writes `\` as `%5C`. */
  readonly reached: Map<number, Framed[]>
  inputs: number
  stop(): Promise<void>
}

async function listen(): Promise<Listening> {
  const { app, token } = await openApi()
  const reached = new Map<number, Framed[]>()
  const seen: Pick<typeof app, 'fetch'> = {
    fetch: (request, env, context) => {
      const { url, socket } = (env as { readonly incoming: IncomingMessage }).incoming
      const from = socket.remotePort!
      const target = url!.replaceAll('%5C', '\\')
      reached.set(from, [...(reached.get(from) ?? []), { method: request.method, target }])
      return app.fetch(request, env, context)
    },
  }
  const server = await startServer(seen, '127.0.0.1', 0, { patience: 100 })
  return { port: server.port, token, reached, inputs: 0, stop: async () => server.stop() }
}

interface Received {
  /** The port of the client. */
  readonly from: number
  readonly text: string
  /** Whether the server ended the connection in order. After a reset, some bytes may be lost on the way. */
  readonly isWhole: boolean
}

/** Sends bytes, and reads until the server closes, or is quiet. */
async function send(port: number, input: Uint8Array): Promise<Received> {
  const socket = await open(port)
  const from = socket.localPort!
  let text = ''
  const isWhole = await new Promise<boolean>((resolve) => {
    const quiet = setTimeout(() => resolve(false), QUIET)
    const ended = (isWhole: boolean) => () => {
      clearTimeout(quiet)
      resolve(isWhole)
    }
    socket.setEncoding('latin1').on('data', (data: string) => {
      text += data
      quiet.refresh()
    })
    socket.once('end', ended(true))
    socket.once('close', ended(false))
    socket.write(input)
  })
  socket.destroy()
  return { from, text, isWhole }
}

const some = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
const mostly = <T>(value: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 10, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: some(...others) })

const method = fc.oneof(
  { weight: 6, arbitrary: some('GET', 'POST', 'HEAD', 'PATCH') },
  { weight: 1, arbitrary: some('OPTIONS', 'TRACE', 'CONNECT', 'QUERY', 'BREW', 'get', 'PRI', '', 'G\tT') },
)
const path = fc.oneof(
  { weight: 6, arbitrary: some('/healthz', '/api/v1/notes/pages', '/api/v1/notes/pages/Plans', '/api/v1/openapi.json', '/nowhere', '/api/mcp') },
  { weight: 1, arbitrary: some('*', 'healthz', 'http://other.example/healthz', 'a:80', '/%', '/%00', '/\x7f', '/a b', '//', '/\\', '/\xe6', `/${'a'.repeat(17_000)}`) },
) // prettier-ignore
const version = mostly('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.1 ', 'http/1.1', '')
const end = mostly('\r\n', '\n', '\r', '\r\n\r\n', ' \r\n', '\r\r\n')
const header = fc.oneof(
  some(
    'Authorization: Bearer TOKEN', 'Content-Type: application/json', 'Connection: close', 'Connection: keep-alive', 'Accept-Encoding: gzip',
    'Expect: 100-continue', 'Expect: x', 'Upgrade: h2c', 'Connection: Upgrade', 'Origin: null', 'Range: bytes=0-1', 'Host: other.example',
    'Content-Length: 0', 'Content-Length: 5', 'Content-Length: +5', 'Content-Length: 5, 5', 'Content-Length: 1e1', 'Content-Length : 5',
    'Content-Length: 99999999999999999999', 'Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked', 'Transfer-Encoding: chunked, x',
    'Transfer-Encoding: \x0bchunked', 'Transfer-Encoding : chunked', 'Transfer-Encoding: identity', 'Trailer: Host', ' folded', ': x', 'a b: c',
    'X: \0', 'X: \x7f', 'X: \xff', `X: ${'x'.repeat(17_000)}`, 'TE: trailers', 'Content-Encoding: gzip',
  ),
  fc.tuple(fc.string({ maxLength: 8 }), fc.string({ maxLength: 12 })).map(([name, value]) => `${name}:${value}`),
) // prettier-ignore

const SECOND = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n'
/** A body with its headers: as long as they say, or not. */
const framed = fc.oneof(
  { weight: 4, arbitrary: fc.constant(['', '']) },
  { weight: 4, arbitrary: some('{}', '{"name":"X"}', SECOND).map((body) => [`Content-Length: ${body.length}`, body]) },
  { weight: 2, arbitrary: fc.tuple(some('{}', SECOND), fc.integer({ min: -40, max: 40 })).map(([body, more]) => [`Content-Length: ${body.length + more}`, body]) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.array(fc.tuple(some('{}', 'x', SECOND), mostly(0, 1, -1, 2 ** 32), mostly('', ';a=b', ' ;x', ';\n', ' ')), { maxLength: 3 }), mostly('0\r\n\r\n', '0\r\nX: y\r\n\r\n', '00\r\n\r\n', '0\n\n', '', '-1\r\n\r\n', '0\r\nContent-Length: 5\r\n\r\n'))
      .map(([chunks, last]) => ['Transfer-Encoding: chunked', chunks.map(([data, more, extension]) => `${(data.length + more).toString(16)}${extension}\r\n${data}\r\n`).join('') + last]),
  },
) // prettier-ignore

const request = fc
  .tuple(method, path, version, mostly('Host: notes.example', '', 'Host:', 'host: a\r\nHost: b', 'Host: a b'), fc.array(header, { maxLength: 3 }), framed, end, fc.nat(3))
  .map(([method, path, version, host, headers, [framing = '', body = ''], end, odd]) => {
    const lines = [`${method} ${path} ${version}`, host, ...headers, framing].filter((line) => line !== '')
    return lines.map((line, i) => line + (i === odd ? end : '\r\n')).join('') + '\r\n' + body
  }) // prettier-ignore

let current: Promise<Listening> | undefined

async function server(): Promise<Listening> {
  current ??= listen()
  const used = await current
  if (used.inputs++ < INPUTS) return used
  current = undefined
  await used.stop()
  return server()
}

const target: Target = {
  name: 'http',
  grammar: fc.noBias(fc.array(request, { minLength: 1, maxLength: 4 }).map((all) => bytesOf(all.join('')))),
  tokens: ['\r\n', '\n', '\r', '\r\n\r\n', '0\r\n\r\n', ' HTTP/1.1\r\n', 'Content-Length: 3\r\n', 'Transfer-Encoding: chunked\r\n', 'Host: a\r\n', SECOND, '\0', ':', ' '],
  async check(input) {
    const { port, token, reached: all } = await server()
    const text = Buffer.from(input).toString('latin1').replaceAll('TOKEN', token)
    all.clear() // the system gives ports again
    const { from, text: back, isWhole } = await send(port, bytesOf(text))
    const reached = all.get(from) ?? []
    const expected = requestsIn(text).map(({ method, target }) => ({ method, target: target.replaceAll('%5C', '\\') }))
    deepEqual(reached, expected.slice(0, reached.length), 'the app got a request that nobody sent')
    const answers = answersIn(
      back,
      reached.map(({ method }) => method),
      isWhole,
    )
    ok(answers.length <= expected.length + 1, `${answers.length} answers to ${expected.length} requests`)
    for (const [i, { status, headers }] of answers.entries()) {
      ok(status < 500, `the answer is ${status}`)
      const isLast = i === answers.length - 1
      if (headers.get('connection') === 'close') ok(isLast, 'an answer follows the one that closes the connection')
      if (i >= reached.length) ok(isLast && status === 400, 'a request that did not reach the app got an answer of it')
    }
    const honest = await exchange(port, 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    equal(honest.status, 200)
  },
  fresh() {
    void current?.then(async (used) => used.stop())
    current = undefined
  },
} // prettier-ignore
export default target
