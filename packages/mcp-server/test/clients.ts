/** Real clients of both generations of the protocol, over HTTP. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { World } from './world.ts'

/** A client with the methods of both SDKs. */
export type AnyClient = Pick<
  Client,
  | 'callTool'
  | 'close'
  | 'complete'
  | 'getPrompt'
  | 'listPrompts'
  | 'listResources'
  | 'listResourceTemplates'
  | 'readResource'
>

/** Connects a client of one generation to the tools. */
export type Connect = (world: World) => Promise<AnyClient>

const url = new URL('http://notes.example/api/mcp')

const reach =
  (it: World) =>
  async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    if (request.method !== 'POST') return new Response(null, { status: 405 })
    const body: unknown = await request.json()
    return it.handle({ headers: request.headers, body }, { caller: it.caller, address: 'a' })
  }

async function older(it: World): Promise<AnyClient> {
  const client = new OldClient({ name: 'test', version: '1' })
  await client.connect(new OldTransport(url, { fetch: reach(it) }))
  return client as never // its answers are of an older type, with the same members
}

const newer =
  (pin: string): Connect =>
  async (it) => {
    const options =
      pin === '2026-07-28' ? { versionNegotiation: { mode: { pin } } } : { supportedProtocolVersions: [pin] }
    const client = new Client({ name: 'test', version: '1' }, options)
    await client.connect(new StreamableHTTPClientTransport(url, { fetch: reach(it) }))
    return client
  }

export const CLIENTS: readonly (readonly [who: string, connect: Connect])[] = [
  ['the first generation of the SDK', older],
  ['the second, at 2025-11-25', newer('2025-11-25')],
  ['the second, at 2026-07-28', newer('2026-07-28')],
]
