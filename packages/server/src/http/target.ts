/**
 * The raw target of a request. A parsed URL would resolve `%2E%2E` and replace `\` by `/`, so some page names could
 * never be found. Paths are therefore split on `/` first, and then each part is decoded once.
 */
import { BAD_REQUESTS, ok, refuse, type Result } from '@notegraph/service'

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
 * The query parameters that a route knows, in order; 400 if the percent-encoding of a value is invalid.
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
