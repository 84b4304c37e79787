/**
 * A plug-in that adds up the minutes of recipes: `node examples/plug-in/plug-in.ts`. It is a web server with four
 * addresses: its manifest, the start and the end of the sign-in, and the address that hears of changes. It serves one
 * account, and keeps its tokens in memory; a program for many keeps them in a database, by account.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { manifestAt } from './manifest.ts'
import { readMessage } from './message.ts'
import { Notes } from './notes.ts'
import { begin, finish, type Attempt, type Parties } from './sign-in.ts'
import { totalOf } from './total.ts'

const { NOTEGRAPH_URL: server = 'http://127.0.0.1:8787', PORT = '4100', PLUGIN_URL } = process.env

let attempt: Attempt | undefined
let notes: Notes | undefined

const http = createServer((request, response) => {
  const own = PLUGIN_URL ?? `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  answer({ server, own }, request, response).catch((error: unknown) => {
    console.error(error)
    response.writeHead(500).end('It failed. The log of the plug-in says why.')
  })
})
http.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = http.address() as AddressInfo
  console.log(`Install it by this address: ${PLUGIN_URL ?? `http://127.0.0.1:${port}`}/notegraph.json`)
})

async function answer(parties: Parties, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', parties.own)
  switch (`${request.method} ${pathname}`) {
    case 'GET /notegraph.json':
      response.writeHead(200, { 'Content-Type': 'application/json' })
      return void response.end(JSON.stringify(manifestAt(parties.own)))
    case 'GET /connect':
      return connect(parties, searchParams, response)
    case 'GET /callback':
      return connected(parties, request, searchParams, response)
    case 'POST /events':
      return hear(request, response)
    default:
      return void response.writeHead(404).end('There is no such page.')
  }
}

async function connect(parties: Parties, asked: URLSearchParams, response: ServerResponse): Promise<void> {
  // Anybody can send a browser here, so it only goes on to the server that this program trusts.
  if (asked.get('iss') !== parties.server) return void response.writeHead(400).end('It knows no such server.')
  attempt = await begin(parties)
  // The answer has to come back in this browser.
  const cookie = `attempt=${attempt.state}; Path=/callback; HttpOnly; SameSite=Lax`
  response.writeHead(303, { Location: attempt.address, 'Set-Cookie': cookie }).end()
}

async function connected(
  parties: Parties,
  { headers }: IncomingMessage,
  result: URLSearchParams,
  response: ServerResponse,
): Promise<void> {
  const begun = attempt
  attempt = undefined
  if (!begun || headers.cookie !== `attempt=${begun.state}`)
    return void response.writeHead(400).end('Begin again in Notegraph, under Plug-ins.')
  notes = new Notes(parties, await finish(parties, begun, result))
  response.writeHead(200, { 'Content-Type': 'text/plain' }).end('Connected. Write a recipe.')
}

/** A message that it cannot take now is sent again, so it answers after the work. */
async function hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  if (!notes) return void response.writeHead(503).end()
  const message = readMessage(notes.webhookSecret, request.headers, body)
  if (!message) return void response.writeHead(401).end()
  const written = (message.data.pages ?? []).filter(({ kind }) => kind === 'written')
  for (const { name } of written) {
    const total = totalOf(await notes.call('read_page', { name, limit: 1 }))
    if (total !== undefined) await notes.call('set_property', { page: name, key: 'Total', value: total })
  }
  response.writeHead(204).end()
}
