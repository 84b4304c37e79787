/** @module-tag process */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { notesClient } from '@notegraph/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runProgram } from '../run-program.ts'
import { startApp, type ServedApp } from '../served-app.ts'

let app: ServedApp
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] }) // the day of the server does not end during the tests
  app = await startApp()
})
afterAll(async () => {
  await app.stop()
  vi.useRealTimers()
})

const bot = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  runProgram('bot/bot.ts', args, { NOTEGRAPH_URL: app.url, NOTEGRAPH_TOKEN: app.token, ...env })

async function linesOfToday(): Promise<string[]> {
  const { blocks } = await notesClient({ url: app.url, token: app.token }).readDay('today', {
    limit: 200,
  })
  return blocks.map(({ content }) => content)
}

test('writes a line to today, and the same event once', async () => {
  const first = await bot({}, 'build-1', 'The build of #boat passed')
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toMatch(/^Written to \d{4}-\d\d-\d\d: \S+\n$/)
  const again = await bot({}, 'build-1', 'The build of #boat passed')
  expect(again).toMatchObject({ code: 0, stdout: first.stdout.replace('Written', 'Already written') })
  await bot({}, 'build-2', 'The build of #boat passed')
  const written = (await linesOfToday()).filter((line) => line === 'The build of #boat passed')
  expect(written).toHaveLength(2)
})

test('an event with another text is refused, with what to do', async () => {
  await bot({}, 'backup-1', 'The backup failed')
  const { code, stdout, stderr } = await bot({}, 'backup-1', 'The backup is fine')
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/Idempotency-Key/)
  expect(await linesOfToday()).not.toContain('The backup is fine')
})

test('a lost answer and a server that fails: the request is sent again, and written once', async () => {
  const proxy = await unreliableProxy(app.url)
  try {
    const { port } = proxy.address() as AddressInfo
    const ended = await bot({ NOTEGRAPH_URL: `http://127.0.0.1:${port}` }, 'kettle-1', 'The kettle is warm')
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toMatch(/^Already written/)
    expect((await linesOfToday()).filter((line) => line === 'The kettle is warm')).toHaveLength(1)
  } finally {
    proxy.closeAllConnections()
    proxy.close()
  }
})

test.each([
  ['no token', { NOTEGRAPH_TOKEN: '' }, ['e', 't'], 2, 'NOTEGRAPH_TOKEN is not set.'],
  ['no text', {}, ['e'], 2, 'Usage: node examples/bot/bot.ts EVENT TEXT'],
  ['an unknown token', { NOTEGRAPH_TOKEN: 'ngp_unknown' }, ['e', 't'], 1, 'token'],
])('%s: it says so and writes nothing', async (_, env, args, code, words) => {
  const before = await linesOfToday()
  const ended = await bot(env, ...args)
  expect([ended.code, ended.stdout]).toEqual([code, ''])
  expect(ended.stderr).toContain(words)
  expect(await linesOfToday()).toEqual(before)
})

/** Answers the first request with 503 and loses the answer to the second; passes all but the first on. */
async function unreliableProxy(url: string): Promise<Server> {
  let requests = 0
  const proxy = createServer((request, response) => void passOn(request, response, ++requests))
  await new Promise<void>((listening) => {
    proxy.listen(0, '127.0.0.1', listening)
  })
  return proxy

  async function passOn(request: IncomingMessage, response: ServerResponse, turn: number): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    if (turn === 1) return void response.writeHead(503).end()
    const { host: _, connection: __, ...headers } = request.headers
    const sent = { method: request.method!, headers: headers as Record<string, string>, body }
    const answer = await fetch(url + request.url, sent)
    const text = await answer.text()
    if (turn === 2) return void request.socket.destroy()
    const replayed = answer.headers.get('idempotency-replayed')
    response.writeHead(answer.status, replayed === null ? {} : { 'idempotency-replayed': replayed }).end(text)
  }
}
