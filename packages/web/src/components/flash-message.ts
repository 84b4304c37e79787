/**
 * What a form did, never a secret, told once on the page that it redirects to: a cookie that lives a minute, opens to no script, and is
 * taken away as that page is shown. So it needs no memory on the server, and no address ever holds it. Over https its
 * name binds it to this very host, so that no neighbour can have a page tell what was never done here.
 */
import { parse, serialize } from 'hono/utils/cookie'
import type { Visit } from '../page.ts'

const SECONDS = 60
/** What browsers keep of one cookie, less its name and attributes. */
const MOST = 3_500

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:')
const nameOf = (baseUrl: string): string => (isSecure(baseUrl) ? '__Host-notegraph_told' : 'notegraph_told')

/** @returns a redirect to a page that is told the value; one too long to keep is left out */
export function redirectWithFlash(baseUrl: string, to: string, value: unknown): Response {
  const text = Buffer.from(JSON.stringify({ to, value })).toString('base64url')
  const response = seeOther(to)
  if (text.length <= MOST) response.headers.set('Set-Cookie', cookie(baseUrl, text, SECONDS))
  return response
}

/** A redirect to a page, which the browser asks for with GET. */
export const seeOther = (to: string): Response =>
  new Response(null, { status: 303, headers: { Location: to, 'Cache-Control': 'no-store' } })

export interface FlashMessage<T> {
  readonly value?: T
  /** For the answer. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * What the page was told, which it is not told again.
 * @param read gives the value of what a cookie says, nothing where it is no such value: a browser may send anything
 */
export function takeFlash<T>(
  visit: Visit,
  baseUrl: string,
  read: (said: unknown) => T | undefined,
): FlashMessage<T> {
  const name = nameOf(baseUrl)
  const text = parse(visit.request.headers.get('cookie') ?? '', name)[name]
  if (text === undefined) return { headers: {} }
  const value = parsed(text, new URL(visit.request.url).pathname, read)
  const headers = { 'Set-Cookie': cookie(baseUrl, '', 0) }
  return value === undefined ? { headers } : { value, headers }
}

/** @returns nothing where another page was told */
function parsed<T>(text: string, path: string, read: (said: unknown) => T | undefined): T | undefined {
  try {
    const { to, value } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>
    return to === path ? read(value) : undefined
  } catch {
    return undefined
  }
}

const cookie = (baseUrl: string, value: string, maxAge: number): string =>
  serialize(nameOf(baseUrl), value, {
    path: '/',
    maxAge,
    httpOnly: true,
    sameSite: 'Strict',
    secure: isSecure(baseUrl),
  })
