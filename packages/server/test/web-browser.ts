/** A browser as the server sees it: it stores cookies and reports the origin of forms. */
import { ACCOUNT_HEADER, DEVICE_HEADER } from '@notegraph/contract'
import type { Api } from './api.ts'

export const BASE = 'https://notes.example'

export interface WebBrowser {
  readonly cookies: Map<string, string>
  /** Follows no redirect. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** Sends a form of this server's own pages. */
  post(
    path: string,
    fields?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>
}

/** @param address returns the socket address of each request */
export function openBrowser(
  { app }: Pick<Api, 'app'>,
  base: string = BASE,
  address: () => string = () => '192.0.2.1',
): WebBrowser {
  const cookies = new Map<string, string>()

  async function send(path: string, init: RequestInit): Promise<Response> {
    const { headers, ...rest } = init
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = {
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      ...(cookie !== '' && { Cookie: cookie }),
      ...(headers as Record<string, string>),
    }
    const response = await app.request(
      base + path,
      { ...rest, headers: sent },
      { incoming: { socket: { remoteAddress: address() } } },
    )
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(set) ?? []
      if (attributes.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  return {
    cookies,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, fields = {}, headers = {}) =>
      send(path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { Origin: new URL(base).origin, 'Sec-Fetch-Site': 'same-origin', ...headers },
      }),
  }
}

/** The headers with which a page of this server acts as a device. */
export const cookieHeaders = (
  { cookies }: WebBrowser,
  named: { readonly account?: string; readonly device?: string },
): Record<string, string> => ({
  Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  'Sec-Fetch-Site': 'same-origin',
  ...(named.account !== undefined && { [ACCOUNT_HEADER]: named.account }),
  ...(named.device !== undefined && { [DEVICE_HEADER]: named.device }),
})

/** A browser that signed in with a link. */
export async function signedIn(api: Api, accountId = 'me'): Promise<WebBrowser> {
  const browser = openBrowser(api)
  const { path } = await api.operators.createSignInLink(accountId)
  const entered = await browser.post(path)
  if (entered.status !== 303) throw new Error(`signing in answered ${entered.status}`)
  return browser
}
