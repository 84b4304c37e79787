/**
 * The raw target of a request. A parsed URL would resolve `%2E%2E` and replace `\` by `/`, so some page names could
 * never be found. Paths are therefore split on `/` first, and then each part is decoded once. The contract's schemas
 * check the parameters.
 */
import { readQuery, type Checked, type ObjectSchema, type Route } from '@notegraph/contract'
import { BAD_REQUESTS, ok, refuse, type Result } from '@notegraph/service'
import type { InferOutput } from 'valibot'
import type { Bindings, Ctx } from './context.ts'

export interface Target {
  /** The raw path, beginning with `/`. */
  readonly path: string
  /** The raw query without its `?`; may be empty. */
  readonly query: string
}

export function splitTarget(target: string): Target {
  const end = target.indexOf('?')
  return end < 0 ? { path: target, query: '' } : { path: target.slice(0, end), query: target.slice(end + 1) }
}

/** The raw target of a request. A request made in process only has its URL. */
export function targetOf(request: Request, env: Bindings | undefined): Target {
  const raw = env?.incoming?.url
  if (raw !== undefined) return splitTarget(raw)
  const { pathname, search } = new URL(request.url)
  return { path: pathname, query: search.slice(1) }
}

/** The path by which the router finds a route. */
export const routedPath = (request: Request, options?: { readonly env?: Bindings }): string =>
  canonicalPath(targetOf(request, options?.env).path)

/**
 * The path in one spelling for the router: `%70ages` becomes `pages`, and reserved characters stay encoded. A part with
 * invalid percent-encoding stays as it is, and its route refuses it.
 */
export function canonicalPath(path: string): string {
  if (!path.includes('%')) return path
  return path
    .split('/')
    .map((part) => {
      const decoded = decode(part)
      return decoded === undefined ? part : encodeURIComponent(decoded)
    })
    .join('/')
}

/** One part of a path, decoded; 400 if its percent-encoding is invalid. */
export function decodePart(part: string, what: string): Result<string> {
  const decoded = decode(part)
  if (decoded !== undefined) return ok(decoded)
  return refuse(BAD_REQUESTS.pathEncoding(what))
}

/**
 * The query parameters that are keys of `known`, in order; 400 if the percent-encoding of a value is invalid.
 * @see decisions 6.4
 */
export function readParameters(query: string, known: object): Result<[name: string, value: string][]> {
  const parameters: [string, string][] = []
  for (const pair of query.split('&')) {
    const end = pair.indexOf('=')
    const name = decodeWord(end < 0 ? pair : pair.slice(0, end))
    if (name === undefined || !Object.hasOwn(known, name)) continue
    const value = end < 0 ? '' : decodeWord(pair.slice(end + 1))
    if (value === undefined) return refuse(BAD_REQUESTS.queryEncoding(name))
    parameters.push([name, value])
  }
  return ok(parameters)
}

/** Reads a path parameter by its name, decoded; 400 if its percent-encoding is invalid. */
export type PathReader = (c: Ctx, name: string) => Result<string>

/** The reader throws if the route's path has no such parameter, which is a bug. */
export function pathReader({ operationId, path, parameters }: Route): PathReader {
  const template = path.split('/')
  const places = new Map(
    parameters.map(({ name, noun }) => [
      name,
      { noun, fromEnd: template.indexOf(`{${name}}`) - template.length },
    ]),
  )
  return (c, name) => {
    const place = places.get(name)
    if (!place) throw new Error(`The path of ${operationId} has no parameter ${name}.`)
    const parts = targetOf(c.req.raw, c.env).path.split('/')
    return decodePart(parts.at(place.fromEnd) ?? '', place.noun)
  }
}

/** @param whole whether the list has no window if `limit` is absent */
export function queryOf<S extends ObjectSchema>(c: Ctx, schema: S, whole = false): Result<InferOutput<S>> {
  const parameters = readParameters(targetOf(c.req.raw, c.env).query, schema.entries)
  if (!parameters.ok) return parameters
  const checked: Checked<InferOutput<S>> = readQuery(schema, parameters.value)
  if (!checked.ok) return refuse({ code: 'bad_request', error: checked.error })
  const asked = parameters.value.some(([name]) => name === 'limit')
  return ok(whole && !asked ? { ...(checked.value as object), limit: Infinity } : checked.value)
}

/** In a query, `+` is a space. */
const decodeWord = (word: string): string | undefined => decode(word.replaceAll('+', ' '))

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
