/**
 * Pages below a path. The address that people use may have one, which the proxy in front takes off before a request comes
 * here. So every address on a page and in a redirect is written without it, and it is put before them as an answer leaves.
 */

/** In an attribute of ours; in what people wrote every double quote is escaped. */
const ADDRESS = /(\s(?:href|src|action|data-document)=")\/(?!\/)/g

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** @returns the path of the address that people use, without a slash at its end; mostly empty */
export const basePathOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '')

/** @param path as `basePathOf` gives it */
export async function below(path: string, response: Response): Promise<Response> {
  if (path === '') return response
  const headers = new Headers(response.headers)
  const location = headers.get('location')
  if (location?.startsWith('/') === true) headers.set('Location', path + location)
  const { status } = response
  if (headers.get('content-type')?.startsWith('text/html') !== true)
    return new Response(response.body, { status, headers })
  const escaped = path.replaceAll(/[&<>"]/g, (mark) => ENTITIES[mark]!)
  const html = (await response.text()).replaceAll(ADDRESS, (_, before: string) => `${before}${escaped}/`)
  return new Response(html, { status, headers })
}
