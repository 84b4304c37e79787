/**
 * The session of a synced folder. A person signs in with a browser, and later runs use the session that is kept apart from
 * the notes.
 *
 * @see assistants 9.6
 */
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir, hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { CommandError } from '../output.ts'

/** A server and the folder that syncs with it. */
export interface Place {
  readonly url: string
  /** The whole path of the folder. */
  readonly folder: string
}

function fileOf({ url, folder }: Place): string {
  const config = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
  const name = createHash('sha256').update(`${url}\n${folder}`).digest('hex')
  return join(config, 'notegraph', 'sessions', name)
}

/** The session that an earlier `signIn` kept. */
export const keptSession = async (place: Place): Promise<string | undefined> =>
  readFile(fileOf(place), 'utf8').catch(() => undefined)

/**
 * Signs in with a browser, and keeps the session.
 *
 * @param say prints a line for the person
 * @throws {CommandError} if the server offers no sign-in, or the person denies
 */
export async function signIn(place: Place, say: (line: string) => void): Promise<string> {
  const session = await askPerson(place.url.replace(/\/+$/, ''), say)
  const file = fileOf(place)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, session, { mode: 0o600 })
  return session
}

async function askPerson(url: string, say: (line: string) => void): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const redirect_uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
    const client_name = `notegraph on ${hostname()}`
    const { client_id } = await send(url, 'register', { client_name, redirect_uris: [redirect_uri] })
    const code_verifier = randomBytes(32).toString('base64url')
    const state = randomBytes(16).toString('base64url')
    const asked = new URLSearchParams({
      response_type: 'code',
      client_id: client_id!,
      redirect_uri,
      scope: 'sync',
      state,
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const address = `${url}/oauth/authorize?${asked.toString()}`
    say(`Open this address in a browser, and allow the device:\n${address}`)
    openBrowser(address)
    const answer = await answered(server, redirect_uri, say)
    if (answer.get('state') !== state) throw new CommandError('The answer belongs to another sign-in.')
    const code = answer.get('code')
    if (code === null) throw new CommandError('The browser allowed no device. Nothing was changed.')
    const grant = {
      grant_type: 'authorization_code',
      client_id: client_id!,
      redirect_uri,
      code,
      code_verifier,
    }
    return (await send(url, 'token', new URLSearchParams(grant)))['access_token']!
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

async function send(url: string, path: string, body: object): Promise<Record<string, string>> {
  const isForm = body instanceof URLSearchParams
  const answer = await fetch(`${url}/oauth/${path}`, {
    method: 'POST',
    redirect: 'error',
    ...(isForm ? { body } : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error
    throw new CommandError(`The server at ${url} cannot be reached (${message}).`)
  })
  if (answer.status === 404)
    throw new CommandError(
      `The server at ${url} lets no program sign in. Its operator sets NOTEGRAPH_OAUTH=on, or creates a session with \`notegraph session create\`.`,
    )
  const members = (await answer.json().catch(() => ({}))) as Record<string, string>
  if (!answer.ok)
    throw new CommandError(`The sign-in failed: ${members['error_description'] ?? answer.status}.`)
  return members
}

/** The answer comes from a browser of this computer, or is pasted from a browser elsewhere. */
async function answered(
  server: ReturnType<typeof createServer>,
  redirect: string,
  say: (line: string) => void,
): Promise<URLSearchParams> {
  const { promise, resolve } = Promise.withResolvers<URLSearchParams>()
  server.once('request', (request: IncomingMessage, response: ServerResponse) => {
    response.end('You can close this window.')
    resolve(new URL(request.url ?? '/', redirect).searchParams)
  })
  if (!process.stdin.isTTY) return promise
  say('If the browser is on another computer, paste the address here at which it ends.')
  const lines = createInterface({ input: process.stdin })
  lines.once('line', (line) => resolve(URL.parse(line.trim())?.searchParams ?? new URLSearchParams()))
  return promise.finally(() => lines.close())
}

/** Opens the browser of a person who sits at this computer. The address is printed anyway. */
function openBrowser(address: string): void {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', address]
        : ['xdg-open', address]
  const hasScreen = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']) // prettier-ignore
  if (!process.stdin.isTTY || !hasScreen) return
  spawn(program, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
