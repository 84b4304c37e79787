/** Reads what a browser sends with its cookie. Only pages of this server act as a device. @see outliner 1.1 */
import { ACCOUNT_HEADER, DEVICE_HEADER } from '@notegraph/contract'
import type { BrowserRequest } from '@notegraph/service'
import { isSecure, sessionOf, signedOutOf } from './cookies.ts'
import { isForeign } from './origin.ts'

/** @returns undefined without a cookie */
export function browserOf(request: Request, baseUrl: string): BrowserRequest | undefined {
  if (!request.headers.has('cookie')) return undefined
  const secret = sessionOf(request, baseUrl)
  if (secret === undefined) return undefined
  const named = (header: string): string | undefined => request.headers.get(header) ?? undefined
  return {
    secret,
    signedOut: signedOutOf(request),
    isOwnPage: isOwnPage(request, baseUrl),
    account: named(ACCOUNT_HEADER),
    device: named(DEVICE_HEADER),
  }
}

/**
 * Browsers leave `Sec-Fetch-Site` out over plain http. The headers of our own protect there: a page of another site cannot
 * send them, because this server allows it to nobody.
 */
function isOwnPage({ headers }: Request, baseUrl: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  return !isSecure(baseUrl) && !isForeign(headers.get('origin') ?? undefined, baseUrl)
}
