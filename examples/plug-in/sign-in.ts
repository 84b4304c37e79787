/** How the plug-in gets its tokens: OAuth with a code and PKCE. The person decides on a page of the server. */
import { createHash, randomBytes } from 'node:crypto'

/** A sign-in that waits for the person. */
export interface Attempt {
  readonly state: string
  readonly verifier: string
  /** The page of the server that asks. */
  readonly address: string
}

/** The answer of the token endpoint. */
export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  /** Signs the messages to this plug-in. */
  readonly notegraph_webhook_secret: string
}

interface Endpoints {
  readonly authorization_endpoint: string
  readonly token_endpoint: string
}

/** The server and the addresses of the plug-in. */
export interface Parties {
  /** The address of Notegraph, which is also the issuer. */
  readonly server: string
  /** The address of the plug-in. */
  readonly own: string
}

const secret = (): string => randomBytes(32).toString('base64url')
const clientOf = ({ own }: Parties) => ({ client_id: `${own}/notegraph.json` })

/** @see RFC 8414 */
async function endpointsOf({ server }: Parties): Promise<Endpoints> {
  const { origin, pathname } = new URL(server)
  const path = pathname === '/' ? '' : pathname
  const answer = await fetch(`${origin}/.well-known/oauth-authorization-server${path}`)
  return (await answer.json()) as Endpoints
}

export async function begin(parties: Parties): Promise<Attempt> {
  const { authorization_endpoint } = await endpointsOf(parties)
  const [state, verifier] = [secret(), secret()]
  const asked = new URLSearchParams({
    ...clientOf(parties),
    response_type: 'code',
    redirect_uri: `${parties.own}/callback`,
    scope: 'notes:read notes:write',
    resource: `${parties.server}/api/mcp`,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return { state, verifier, address: `${authorization_endpoint}?${asked.toString()}` }
}

/** @throws if the person said no, or the answer belongs to another attempt */
export async function finish(parties: Parties, attempt: Attempt, answer: URLSearchParams): Promise<Tokens> {
  if (answer.get('state') !== attempt.state || answer.get('iss') !== parties.server)
    throw new Error('This answer belongs to another sign-in.')
  const code = answer.get('code')
  if (code === null) throw new Error(answer.get('error_description') ?? 'The server gave no code.')
  return tokensFor(parties, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: `${parties.own}/callback`,
    code_verifier: attempt.verifier,
  })
}

export const refresh = async (parties: Parties, { refresh_token }: Tokens): Promise<Tokens> =>
  tokensFor(parties, { grant_type: 'refresh_token', refresh_token })

async function tokensFor(parties: Parties, grant: Readonly<Record<string, string>>): Promise<Tokens> {
  const { token_endpoint } = await endpointsOf(parties)
  const body = new URLSearchParams({ ...clientOf(parties), resource: `${parties.server}/api/mcp`, ...grant })
  const answer = await fetch(token_endpoint, { method: 'POST', body })
  if (!answer.ok) throw new Error(`The server gave no tokens: ${await answer.text()}`)
  return (await answer.json()) as Tokens
}
