/**
 * Signs in as a device, the way of a desktop program, and prints the pages of the account. The browser comes back to an
 * address of this computer, with a code that only this program can exchange.
 */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEngine, fetchTransport, memoryStore, nodeFault } from '@notegraph/sync'

const url = process.env['NOTEGRAPH_URL'] ?? 'http://127.0.0.1:8787'

async function send<T>(path: string, body: object | URLSearchParams): Promise<T> {
  const isForm = body instanceof URLSearchParams
  const headers = isForm ? {} : { 'Content-Type': 'application/json' }
  const answer = await fetch(url + path, {
    method: 'POST',
    headers,
    body: isForm ? body : JSON.stringify(body),
  })
  if (answer.ok) return (await answer.json()) as T
  const { error, error_description: why } = (await answer.json()) as Record<string, string>
  throw new Error(why ?? error)
}

/** @returns the session of the device, to be kept where the system keeps secrets */
async function signIn(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const redirect = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const { client_id } = await send<{ client_id: string }>('/oauth/register', {
    client_name: 'Example device',
    redirect_uris: [redirect],
  })
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(16).toString('base64url')
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: redirect,
    scope: 'sync',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  console.log(`Open this in a browser: ${url}/oauth/authorize?${asked.toString()}`)
  const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  const answer = new URL(request.url!, redirect).searchParams
  response.end('You can close this window.')
  server.close()
  server.closeIdleConnections()
  if (answer.get('state') !== state) throw new Error('The answer belongs to another request.')
  if (answer.has('error')) throw new Error(answer.get('error_description') ?? answer.get('error')!)
  const grant = { grant_type: 'authorization_code', code: answer.get('code')!, redirect_uri: redirect }
  const tokens = await send<{ access_token: string }>('/oauth/token', new URLSearchParams({ ...grant, client_id, code_verifier: verifier })) // prettier-ignore
  return tokens.access_token
}

const session = await signIn()
const engine = createEngine({
  device: 'Example',
  store: memoryStore(),
  transport: fetchTransport({ url, token: session, explain: nodeFault }),
})
await engine.start()
await engine.sync()
for (const { props } of await engine.pages()) console.log(props['name']?.v)
await engine.stop()
