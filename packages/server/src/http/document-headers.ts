/**
 * The headers that all pages share. Nothing loads from another host, no other site may frame a page, and browsers do not
 * store one that does not say otherwise.
 */
import { Hono, type MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { PageEnv } from './context.ts'

export const SELF: readonly string[] = ["'self'"]
const NOBODY = ["'none'"]

/** Pages use none of these. Passkeys and the clipboard are not among them. */
const NO_DEVICES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Directives of a content security policy. */
export type Policy = Readonly<Record<string, readonly string[]>>

/** Headers by name. */
export type FixedHeaders = Readonly<Record<string, string>>

/**
 * The headers are built for the first page.
 * @param policy the directives of the content security policy beyond those of every page
 */
export function documentHeaders(policy: Policy): () => Promise<FixedHeaders> {
  let made: Promise<FixedHeaders> | undefined
  return () => (made ??= headersOf(policy))
}

/** Sets the headers on each page of an app. */
export const withHeaders =
  (headers: () => Promise<FixedHeaders>): MiddlewareHandler<PageEnv> =>
  async (c, next) => {
    const fixed = await headers()
    await next()
    const own = c.res.headers
    for (const name in fixed) own.set(name, fixed[name]!)
    if (!own.has('Cache-Control')) own.set('Cache-Control', 'no-store')
  }

/** The library sets the same headers on every response, so they are read from one. */
async function headersOf(policy: Policy): Promise<FixedHeaders> {
  const app = new Hono()
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: NOBODY,
        baseUri: NOBODY,
        frameAncestors: NOBODY,
        styleSrc: [...SELF],
        ...Object.fromEntries(Object.entries(policy).map(([name, sources]) => [name, [...sources]])),
      },
      crossOriginOpenerPolicy: 'same-origin',
      crossOriginResourcePolicy: 'same-origin',
      // With `no-referrer`, browsers send `Origin: null` with a form, which hides its origin.
      referrerPolicy: 'same-origin',
      strictTransportSecurity: false, // on each answer, not on pages alone
      xFrameOptions: 'DENY',
    }),
  )
  app.get('/', (c) => c.body(null))
  return { ...Object.fromEntries((await app.request('/')).headers), 'Permissions-Policy': NO_DEVICES }
}
