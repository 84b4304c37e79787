/** The app with a real identity provider, and a browser that signs in there. */
import { openProvider } from '@notegraph/service'
import { expect, onTestFinished } from 'vitest'
import {
  openIdentityProvider,
  visit,
  type IdentityProvider,
  type Visit,
} from '@notegraph/identity-provider-tests'
import { openApi, type Api, type ApiOptions } from './api.ts'
import { BASE, type WebBrowser } from './web-browser.ts'

export const SESSION = '__Host-notegraph_session'
export const SIGN_IN = '__Host-notegraph_sign_in'

export interface WithProvider extends Api {
  readonly idp: IdentityProvider
}

/** Opens both for one test. */
export async function withProvider(options: ApiOptions = {}): Promise<WithProvider> {
  const idp = await openIdentityProvider({
    baseUrl: BASE,
    deliver: async (...sent) => api.app.request(...sent),
  })
  onTestFinished(async () => idp.close())
  const api = await openApi({ ...options, provider: await openProvider(idp.settings, () => BASE) })
  return { ...api, idp }
}

export const locationOf = (response: Response): string => response.headers.get('location') ?? ''
export const pathOf = ({ pathname, search }: URL): string => pathname + search

/** Follows a sign-in up to the callback. */
export async function toCallback(browser: WebBrowser, to: string, as: Visit = {}): Promise<string> {
  const start = await browser.get(`/api/sign-in?to=${encodeURIComponent(to)}`)
  expect(start.status).toBe(303)
  return pathOf(await visit(locationOf(start), as))
}
