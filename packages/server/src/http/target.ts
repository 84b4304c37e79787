/**
 * The request's target as it was sent. A parsed URL would have resolved `%2E%2E`, and taken `\` for `/`, before a page of
 * such a name could be looked for; so paths are split on `/` first, and each part is decoded once.
 */
import { BAD_REQUESTS, ok, refuse, type Result } from '@notegraph/service'

export interface Target {
  /** As sent, beginning with `/`. */
  readonly path: string
  /** As sent, without its `?`; empty where there is none. */
  readonly query: string
}

export function splitTarget(target: string): Target {
  const end = target.indexOf('?')
  return end < 0 ? { path: target, query: '' } : { path: target.slice(0, end), query: target.slice(end + 1) }
}

/**
 * The path in one spelling, for the router: `%70ages` is `pages`, and what a part may not hold as it is stays encoded.
 * A part that is no percent-encoding is left as it is, for its route to refuse.
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

/** One part of a path, decoded; 400 where it is no percent-encoding. */
export function decodePart(part: string, what: string): Result<string> {
  const decoded = decode(part)
  if (decoded !== undefined) return ok(decoded)
  return refuse(BAD_REQUESTS.pathEncoding(what))
}

/**
 * The parameters of a query that a route knows, in order; 400 where the value of one is no percent-encoding.
 * @see decisions 6.4
 */
export function readParameters(
  query: string,
  isKnown: (name: string) => boolean,
): Result<[name: string, value: string][]> {
  const parameters: [string, string][] = []
  for (const pair of query.split('&')) {
    const end = pair.indexOf('=')
    const name = decodeWord(end < 0 ? pair : pair.slice(0, end))
    if (name === undefined || !isKnown(name)) continue
    const value = end < 0 ? '' : decodeWord(pair.slice(end + 1))
    if (value === undefined) return refuse(BAD_REQUESTS.queryEncoding(name))
    parameters.push([name, value])
  }
  return ok(parameters)
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
