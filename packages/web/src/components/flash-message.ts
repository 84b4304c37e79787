/**
 * The result of a form, shown once on the next page; never a secret. A cookie carries the result for a minute.
 * Scripts cannot read the cookie, and showing the page deletes it. So the server needs no memory, and no address
 * contains the result. Over https, the name of the cookie binds it to this host, so that no other host can set it.
 */
import { parse, serialize } from 'hono/utils/cookie'
import { cookieScope, type CookieScope } from './cookie-scope.ts'
import type { Visit } from '../page.ts'

const SECONDS = 60
/** The most bytes of one cookie in browsers, less its name and attributes. */
const MOST = 3_500

const scopeOf = (baseUrl: string): CookieScope => cookieScope(baseUrl, 'notegraph_flash')

/**
 * @param to a path, perhaps with a query and a fragment
 * @returns a redirect to a page that shows the value; a value that is too long is dropped
 */
export function redirectWithFlash(baseUrl: string, to: string, value: unknown): Response {
  const path = to.split(/[?#]/, 1)[0]
  const text = Buffer.from(JSON.stringify({ to: path, value })).toString('base64url')
  const response = seeOther(to)
  if (text.length <= MOST) response.headers.set('Set-Cookie', cookie(baseUrl, text, SECONDS))
  return response
}

/** A redirect that the browser follows with GET. */
export const seeOther = (to: string): Response =>
  new Response(null, { status: 303, headers: { Location: to, 'Cache-Control': 'no-store' } })

export interface FlashMessage<T> {
  readonly value?: T
  /** The headers of the answer. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The value for the page, which is then deleted.
 * @param read validates a value of the cookie, because a browser may send anything
 */
export function takeFlash<T>(
  visit: Visit,
  baseUrl: string,
  read: (said: unknown) => T | undefined,
): FlashMessage<T> {
  const { name } = scopeOf(baseUrl)
  const text = parse(visit.request.headers.get('cookie') ?? '', name)[name]
  if (text === undefined) return { headers: {} }
  const value = parsed(text, new URL(visit.request.url).pathname, read)
  const headers = { 'Set-Cookie': cookie(baseUrl, '', 0) }
  return value === undefined ? { headers } : { value, headers }
}

/** Reads members that are texts, and leaves out all others. */
export const textsOf =
  <N extends string>(...names: readonly N[]) =>
  (said: unknown): { readonly [K in N]?: string } => {
    const given = said as Readonly<Record<string, unknown>>
    const texts = names.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : []))
    return Object.fromEntries(texts) as { readonly [K in N]?: string }
  }

/** @returns undefined if the value is for another page */
function parsed<T>(text: string, path: string, read: (said: unknown) => T | undefined): T | undefined {
  try {
    const { to, value } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>
    return to === path ? read(value) : undefined
  } catch {
    return undefined
  }
}

function cookie(baseUrl: string, value: string, maxAge: number): string {
  const { name, path, secure } = scopeOf(baseUrl)
  return serialize(name, value, { path, maxAge, httpOnly: true, sameSite: 'Strict', secure })
}
