/**
 * The addresses of the authorization server that a browser opens. One takes the request of an app. The other leads back
 * to the app after the person answered. Errors that cannot or must not go to the app become a page.
 * @see assistants 9.1
 */
import { LIMITS } from '@notegraph/contract'
import { messagePage } from '@notegraph/web'
import type { Context, Hono } from 'hono'
import { DEFAULT_SCOPES, KNOWN_SCOPES, OAUTH_PATHS } from '../oauth/discovery.ts'
import type { EndpointAnswer } from '../oauth/authorization-server.ts'
import { targetOf as appTargetOf } from '../oauth/client-metadata.ts'
import { callerAddress } from './address.ts'
import type { Deps, PageEnv } from './context.ts'
import { targetOf } from './target.ts'

type Ctx = Context<PageEnv>

/** The parameters that have an effect. A request may have others, which are ignored. @see RFC 6749, 3.1 */
const PARAMETERS: ReadonlySet<string> = new Set([
  'client_id',
  'code_challenge',
  'code_challenge_method',
  'redirect_uri',
  'resource',
  'response_type',
  'scope',
  'state',
])

export function authorizeRoutes(pages: Hono<PageEnv>, deps: Deps): void {
  const { authorization, appRequests, clock } = deps
  if (!authorization) return

  /** @param queryOf the query for the authorization server */
  const step = (path: string, queryOf: (query: string) => string): void => {
    pages.get(path, async (c: Ctx) => {
      if (c.req.method === 'HEAD') return new Response(null)
      // A browser that prefetches an address has not opened it.
      if (c.req.header('sec-purpose')?.startsWith('prefetch') === true)
        return new Response(null, { status: 503 })
      const given = targetOf(c.req.raw, c.env).query
      const address = callerAddress(deps, c.env, c.req.raw)
      if (await appRequests.count(address, clock()))
        return messagePage(429, 'Too many requests', 'Too many apps sent requests from your network.', 'Wait a minute, then start again in the app.', { 'Retry-After': String(LIMITS.retryAfter) }) // prettier-ignore
      if (given.length > LIMITS.appRequestCharacters)
        return messagePage(414, 'App not connected', `The request of the app has more than ${LIMITS.appRequestCharacters} characters.`, TRY_AGAIN) // prettier-ignore
      const headers = new Headers({ Cookie: c.req.header('cookie') ?? '' })
      const query = queryOf(given)
      const answer = await authorization.handle({ method: 'GET', path: c.req.path, query, headers, address })
      if (answer.status >= 400) return refused(answer.status, errorIn(answer), answer.documentFault)
      const stray = path === OAUTH_PATHS.authorize ? strayError(answer) : undefined
      return stray ? refused(400, stray) : onward(answer)
    })
  }
  step(OAUTH_PATHS.authorize, knownParameters)
  step(`${OAUTH_PATHS.authorize}/:id`, () => '')
}

/** Leaves out parameters and scopes without an effect. An app that asks for no known scope asks to read and write. */
function knownParameters(query: string): string {
  const given = new URLSearchParams(query)
  const known = new URLSearchParams([...given].filter(([name]) => PARAMETERS.has(name)))
  // Each request asks the person, so that of all prompts only `none` makes a difference.
  if (given.get('prompt') === 'none') known.set('prompt', 'none')
  const scopes = (given.get('scope') ?? '').split(' ').filter((scope) => KNOWN_SCOPES.includes(scope))
  if (given.getAll('scope').length < 2)
    known.set('scope', scopes.length === 0 ? DEFAULT_SCOPES : scopes.join(' '))
  return known.toString()
}

function onward({ status, headers: given }: EndpointAnswer): Response {
  const headers = new Headers()
  for (const name of ['location', 'set-cookie', 'cache-control'])
    for (const value of name === 'set-cookie' ? given.getSetCookie() : [given.get(name)])
      if (value !== null) headers.append(name, value)
  return new Response(null, { status, headers })
}

const TRY_AGAIN = 'Start again in the app. If this happens again, tell its makers.'

const WORDS: Readonly<Record<string, string>> = {
  invalid_client: 'This server doesn’t know the app.',
  invalid_redirect_uri: 'The app asked to return to an address that it did not register.',
  unauthorized_client: 'The app isn’t allowed to make this request.',
  server_error: 'The server couldn’t process the app’s request.',
}

interface AppError {
  readonly error: string
  readonly description: string
}

function errorIn({ body }: EndpointAnswer): AppError {
  const { error, error_description: description = '' } = JSON.parse(body.toString()) as {
    readonly error: string
    readonly error_description?: string
  }
  return { error, description }
}

/**
 * The error that would lead a browser to another site before a person answered. Anybody can register an address, so a link
 * to this server could lead anywhere. A program of this computer gets its errors.
 * @see RFC 9700, 4.11.2
 */
function strayError({ headers }: EndpointAnswer): AppError | undefined {
  const to = URL.parse(headers.get('location') ?? '')
  if (!to) return undefined // a page of this server
  const sent = to.searchParams.has('error') ? to.searchParams : new URLSearchParams(to.hash.slice(1))
  const error = sent.get('error')
  if (error === null || appTargetOf(to.href).isLocal) return undefined
  return { error, description: sent.get('error_description') ?? '' }
}

function refused(
  status: number,
  { error, description }: AppError,
  documentFault?: string,
): Promise<Response> {
  const words =
    documentFault === undefined
      ? (WORDS[error] ?? `The request of the app is not valid: ${description.replace(/\.$/, '')}.`)
      : `The metadata document of the app can’t be used. ${documentFault}`
  return messagePage(status, 'App not connected', words, TRY_AGAIN) // prettier-ignore
}
