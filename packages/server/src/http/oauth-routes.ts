/**
 * The documents and endpoints of the authorization server that apps call. Without the setting, none of the paths exists.
 * @see assistants 9.1
 */
import { LIMITS, MCP_PATH } from '@notegraph/contract'
import { readBytes, type Refusal } from '@notegraph/service'
import type { Hono } from 'hono'
import { redirectFault, registrationOf } from '../oauth/client-metadata.ts'
import {
  OAUTH_PATHS,
  RESOURCE_DOCUMENT,
  resourceMetadata,
  SERVER_DOCUMENT,
  serverMetadata,
} from '../oauth/discovery.ts'
import { dataResponse, jsonAnswer, refusalResponse } from './answers.ts'
import { basePathOf } from './base-path.ts'
import { jsonOf } from './body.ts'
import type { Ctx, Deps, Env } from './context.ts'
import { logged, type OwnHeaders } from './log.ts'
import { refuseOthers } from './token-route.ts'

/** Headers of the Node answer that the server sets itself. */
const OWN: ReadonlySet<string> = new Set(['connection', 'content-length', 'date', 'keep-alive'])

export function oauthRoutes(app: Hono<Env>, deps: Deps): void {
  const { authorization, baseUrl } = deps
  if (!authorization) return
  const below = () => basePathOf(baseUrl())
  document(app, deps, RESOURCE_DOCUMENT, () => [MCP_PATH, below() + MCP_PATH], resourceMetadata)
  document(app, deps, SERVER_DOCUMENT, () => ['', below()], serverMetadata)
  endpoint(app, deps, OAUTH_PATHS.token)
  endpoint(app, deps, OAUTH_PATHS.revoke)
  endpoint(app, deps, OAUTH_PATHS.register, registration)
}

/** @param suffixes the ends of the path for which there is a document */
function document(
  app: Hono<Env>,
  deps: Deps,
  path: string,
  suffixes: () => readonly string[],
  make: (baseUrl: string) => object,
): void {
  for (const template of [path, `${path}/*`]) {
    app.get(
      template,
      logged(deps, template, async (c, own, address) => {
        const refused = await overRate(deps, address)
        if (refused) return refusalResponse(refused, own)
        if (!suffixes().includes(c.req.path.slice(path.length)))
          return refusalResponse({ code: 'not_found', what: 'path' }, own)
        const open = { 'Access-Control-Allow-Origin': '*', ...own }
        return dataResponse(jsonAnswer(make(deps.baseUrl())), open)
      }),
    )
    refuseOthers(app, deps, template, ['GET'])
  }
}

async function overRate({ requests, clock }: Deps, address: string): Promise<Refusal | undefined> {
  if (!(await requests.count(address, clock()))) return undefined
  return { code: 'rate_limited', limit: requests.limit }
}

/** A body for the authorization server, or the answer that refuses the request. */
type Taken = { readonly body: Uint8Array } | { readonly refused: Response }

/** Reads the body before the authorization server gets the request. */
type Take = (c: Ctx, deps: Deps, own: OwnHeaders, address: string) => Promise<Taken>

function endpoint(app: Hono<Env>, deps: Deps, path: string, take: Take = form): void {
  app.post(
    path,
    logged(deps, path, async (c, own, address) => {
      const refused = await overRate(deps, address)
      if (refused) return refusalResponse(refused, own)
      const taken = await take(c, deps, own, address)
      if ('refused' in taken) return taken.refused
      const headers = new Headers({ 'Content-Type': c.req.header('content-type') ?? '' })
      const request = { method: 'POST', path, query: '', headers, body: taken.body, address }
      const { status, body, ...answer } = await deps.authorization!.handle(request)
      const response = new Response(new Uint8Array(body), { status })
      for (const [name, value] of answer.headers) if (!OWN.has(name)) response.headers.append(name, value)
      for (const [name, value] of Object.entries({ 'Cache-Control': 'no-store', ...own }))
        response.headers.set(name, value)
      return response
    }),
  )
  refuseOthers(app, deps, path, ['POST'])
}

const form: Take = async (c, _deps, own) => {
  const bytes = await readBytes(c.req.raw)
  return bytes.ok ? { body: bytes.value } : { refused: refusalResponse(bytes.refusal, own) }
}

/** Registrations have a rate of their own, since anybody may register. */
const registration: Take = async (c, { appRegistrations, clock }, own, address) => {
  if (await appRegistrations.count(address, clock()))
    return { refused: refusalResponse({ code: 'rate_limited', limit: appRegistrations.limit }, own) }
  const bytes = await readBytes(c.req.raw, LIMITS.appRegistrationBytes)
  if (!bytes.ok) return { refused: refusalResponse(bytes.refusal, own) }
  const json = jsonOf(c.req.raw, bytes.value)
  const metadata = json.ok ? registrationOf(json.value) : undefined
  if (!metadata)
    return { refused: invalid('invalid_client_metadata', 'The registration must be a JSON object.', own) }
  const fault = redirectFault(metadata)
  if (fault !== undefined) return { refused: invalid('invalid_redirect_uri', fault, own) }
  return { body: Buffer.from(JSON.stringify(metadata)) }
}

/** @see RFC 7591, 3.2.2 */
function invalid(error: string, description: string, own: OwnHeaders): Response {
  const body = { error, error_description: description }
  return Response.json(body, { status: 400, headers: { 'Cache-Control': 'no-store', ...own } })
}
