/**
 * What a form did, told once on the page that it redirects to: a cookie that lives a minute, opens to no script, goes to
 * that page alone, and is taken away as it is shown. So it needs no memory on the server, and no address ever holds it.
 */
import { serialize } from 'hono/utils/cookie'
import type { Visit } from '../page.ts'

const NAME = 'notegraph_told'
const SECONDS = 60
/** What browsers keep of one cookie, less its name and attributes. */
const MOST = 3_500

/** @returns a redirect to a page that is told the value; one too long to keep is left out */
export function redirectTold(baseUrl: string, to: string, value: unknown): Response {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  const headers = new Headers({ Location: to, 'Cache-Control': 'no-store' })
  if (text.length <= MOST) headers.set('Set-Cookie', cookie(baseUrl, pathOf(to), text, SECONDS))
  return new Response(null, { status: 303, headers })
}

export interface Told<T> {
  readonly value?: T
  /** For the answer. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * What the page was told, which it is not told again.
 * @param read gives the value of what a cookie says, nothing where it is no such value: a browser may send anything
 */
export function takeTold<T>(visit: Visit, baseUrl: string, read: (said: unknown) => T | undefined): Told<T> {
  const { pathname } = new URL(visit.request.url)
  const text = new RegExp(`(?:^|; )${NAME}=([\\w-]+)`).exec(visit.request.headers.get('cookie') ?? '')?.[1]
  if (text === undefined) return { headers: {} }
  const headers = { 'Set-Cookie': cookie(baseUrl, pathname, '', 0) }
  const value = parsed(text, read)
  return value === undefined ? { headers } : { value, headers }
}

function parsed<T>(text: string, read: (said: unknown) => T | undefined): T | undefined {
  try {
    return read(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    return undefined
  }
}

const pathOf = (to: string): string => to.split(/[?#]/, 1)[0]!

const cookie = (baseUrl: string, path: string, value: string, maxAge: number): string =>
  serialize(NAME, value, {
    path,
    maxAge,
    httpOnly: true,
    sameSite: 'Strict',
    secure: baseUrl.startsWith('https:'),
  })
