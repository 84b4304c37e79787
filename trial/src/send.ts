/** Sends a write by its way: the API, an assistant's tool, or the push of a device. */
import { filesClient, NotegraphError, notesClient } from '@notegraph/client'
import { MCP_PATH } from '@notegraph/contract'
import { makeBlock } from '@notegraph/graph'
import { fetchTransport, type Reply } from '@notegraph/sync'
import type { Secrets } from './site.ts'
import { contentOf, type Write } from './write.ts'

/** The page that all writes go to. */
export const PAGE = 'Trial'

export interface Caller extends Secrets {
  readonly origin: string
  readonly pageId: string
  readonly signal: AbortSignal
}

/** An honest client may meet these, and sends again: a conflict, a failure, and a store that is away. */
const AGAIN = ['conflict', 'internal', 'unavailable'] as const
export type Failure = (typeof AGAIN)[number]

const failureIn = (code: string | undefined): Failure | undefined => AGAIN.find((one) => one === code)

/** Throws if the server refused a write that it has no reason to refuse. */
export class Refused extends Error {}

/** The server said that the write failed. */
class Failed extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure)
    this.failure = failure
  }
}

/** The answer to a write. After a failure, or without an answer, nobody knows whether the write is there. */
export type Answer = 'acknowledged' | 'none' | Failure

/** @throws {Refused} for any other answer */
export async function send(write: Write, caller: Caller): Promise<Answer> {
  try {
    await WAY[write.way](write, caller)
    return 'acknowledged'
  } catch (error) {
    if (error instanceof Refused) throw error
    if (error instanceof Failed) return error.failure
    // Status 0: the server is away.
    if (!(error instanceof NotegraphError) || error.status === 0) return 'none'
    const failure = failureIn(error.code)
    if (failure === undefined) throw new Refused(`${write.key}: ${error.status} ${error.message}`)
    return failure
  }
}

let requests = 0

/** Requests until the signal, each from an address that sent none before, since some rates cannot be switched off. */
export const fetchUntil =
  (signal: AbortSignal) =>
  async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('X-Forwarded-For', `2001:db8:0:${(++requests % 2 ** 16).toString(16)}::1`)
    return fetch(url, { ...init, headers, signal })
  }

const notes = ({ origin, token, signal }: Caller) =>
  notesClient({ url: origin, token, retries: 0, fetch: fetchUntil(signal) })

const WAY: Readonly<Record<Write['way'], (write: Write, caller: Caller) => Promise<unknown>>> = {
  block: async ({ key, texts }, caller) =>
    notes(caller).addBlock(PAGE, { text: texts[0]! }, { idempotencyKey: key }),
  outline: async ({ key, texts }, caller) =>
    notes(caller).addOutline(
      PAGE,
      { text: texts.map((text, depth) => `${'  '.repeat(depth)}- ${text}`).join('\n') },
      { idempotencyKey: key },
    ),
  assistant: callTool,
  device: async (write, caller) => pushBlock(write, write.texts[0]!, caller),
  upload,
}

/** Creates the page. @returns its id */
export async function makePage(baseUrl: string, token: string): Promise<string> {
  return (await notesClient({ url: baseUrl, token }).createPage({ name: PAGE })).ids.pageId
}

/** Uploads a file, then pushes a block that links it. The file of an acknowledged upload is not sent again. */
async function upload(write: Write, caller: Caller): Promise<void> {
  const { key, texts } = write
  const { origin: baseUrl, session: token, signal } = caller
  const files = filesClient({ url: baseUrl, token, retries: 0, fetch: fetchUntil(signal) })
  if (!write.file) {
    const { id } = await files.add({ name: `${key}.txt`, bytes: new Blob([contentOf(key)]) })
    write.file = { id, answeredAt: Date.now() }
  }
  await pushBlock(write, `${texts[0]} [${key}](/api/files/${write.file.id})`, caller)
}

async function callTool({ key, texts }: Write, { origin, token, signal }: Caller): Promise<void> {
  const params = {
    name: 'add_block',
    arguments: { page: PAGE, text: texts[0] },
    _meta: { 'notegraph/idempotency-key': key },
  }
  const answer = await fetch(origin + MCP_PATH, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    signal,
  })
  const text = await answer.text()
  const { result } = JSON.parse(text) as { result?: { isError?: boolean } }
  if (result && !result.isError) return
  const failure = AGAIN.find((code) => new RegExp(`\\b${code}\\b`).test(text))
  if (failure) throw new Failed(failure)
  throw new Refused(`${key}: ${answer.status} ${text}`)
}

async function pushBlock({ key, madeAt }: Write, content: string, caller: Caller): Promise<void> {
  const { origin, session, signal, pageId } = caller
  const device = fetchTransport({ url: origin, token: session, limit: 1, fetch: fetchUntil(signal) })
  const { epoch } = valueOf(key, await device.pull(undefined))
  const record = makeBlock({
    id: key,
    content,
    rev: `rev-${key}`,
    pageId,
    parentId: null,
    order: madeAt,
    now: madeAt,
  })
  const item = { record, dirty: ['words', 'place'], seen: [], drops: [] }
  const { results } = valueOf(key, await device.push({ epoch, device: 'Trial', records: [item] }))
  if (results[0]?.outcome === 'refused') throw new Refused(`${key}: ${results[0].error?.error}`)
}

function valueOf<T>(key: string, reply: Reply<T>): T {
  if (reply.ok) return reply.value
  const failure = failureIn(reply.error.code)
  throw failure ? new Failed(failure) : new Refused(`${key}: ${reply.status} ${reply.error.error}`)
}
