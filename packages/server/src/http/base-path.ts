/**
 * Serves the pages below a base path. The public address may have a path that a proxy removes from each request.
 * Addresses in pages and redirects are written without that path; it is added when a response is sent.
 */
import { mapAddresses } from '@notegraph/web'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** @returns the path of the public address, without a trailing slash; usually empty */
export const basePathOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '')

/**
 * Adds the base path to the addresses in a response.
 * @param path the result of `basePathOf`
 */
export async function below(path: string, response: Response): Promise<Response> {
  if (path === '') return response
  const headers = new Headers(response.headers)
  const location = headers.get('location')
  if (location?.startsWith('/') === true) headers.set('Location', path + location)
  const { status } = response
  if (headers.get('content-type')?.startsWith('text/html') !== true)
    return new Response(response.body, { status, headers })
  return new Response(htmlBelow(path, await response.text()), { status, headers })
}

/** Adds the base path to the addresses in a page. */
export function htmlBelow(path: string, html: string): string {
  if (path === '') return html
  const escaped = path.replaceAll(/[&<>"]/g, (mark) => ENTITIES[mark]!)
  return mapAddresses(html, (address) => escaped + address)
}
