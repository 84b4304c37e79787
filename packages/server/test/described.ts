/**
 * Checks answers against the OpenAPI documents. The route must list the status, the body must match the schema, and the
 * headers must be exactly the documented ones.
 */
import { ABOUT_APP, APP_ROUTES, openApiDocument, ROUTES, TOOLS, type Route } from '@notegraph/contract'
import { expect } from 'vitest'
import { answerFaults, type Answered, type AnswersShown } from './answer-faults.ts'

export interface Exchanged extends Answered {
  /** The raw path and query. */
  readonly target: string
}

const given = { baseUrl: 'https://notes.example', version: '1' }
const [notes, app] = [
  openApiDocument({ ...given, routes: ROUTES, tools: TOOLS }),
  openApiDocument({ ...given, routes: APP_ROUTES, about: ABOUT_APP }),
].map((made) => {
  const document = JSON.parse(JSON.stringify(made)) as AnswersShown
  return { document, faultsOf: answerFaults(document) }
})

/** The routes and the parts of their paths, by the number of parts. A parameter is `undefined`. */
const BY_LENGTH = Map.groupBy(
  [...ROUTES, ...APP_ROUTES].map((route) => ({
    route,
    wanted: route.path.split('/').map((part) => (part.startsWith('{') ? undefined : part)),
  })),
  ({ wanted }) => wanted.length,
)

/** The routes of a path as the server matches it; empty if the API has no such path. */
export function routesOf(target: string): Route[] {
  const parts = target.split('?', 1)[0]!.split('/').map(decoded)
  return (BY_LENGTH.get(parts.length) ?? [])
    .filter(({ wanted }) =>
      wanted.every((part, i) => (part === undefined ? parts[i] !== '' : part === parts[i])),
    )
    .map(({ route }) => route)
}

function decoded(part: string): string {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * Fails unless the document describes the answer.
 * @returns whether the document describes the path at all
 */
export function expectDescribed(exchanged: Exchanged): boolean {
  const { method, target, status } = exchanged
  const template = target === '/api/mcp' ? target : routesOf(target)[0]?.path
  if (template === undefined) return false
  const { faultsOf } = template in app!.document.paths ? app! : notes!
  const faults = status === 204 ? [] : faultsOf(template, exchanged) // the preflight of an open route
  if (faults.length > 0)
    expect(faults.map((fault) => `${method} ${target.slice(0, 80)}, ${status}: ${fault}`)).toEqual([])
  return true
}

/** `fetch` with a check of its answer against the document. */
export async function fetchDescribed(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init)
  const { status, headers } = response
  const { pathname, search } = new URL(url)
  const text = await response.clone().text()
  expectDescribed({ method: init.method ?? 'GET', target: pathname + search, status, headers, text })
  return response
}
