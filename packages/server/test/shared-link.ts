/** A link to a page for tests, and the page that its readers open. @see sharing 1 */
import type { Api, Reply } from './api.ts'
import type { WebBrowser } from './web-browser.ts'

export interface NewLink {
  readonly quotes?: boolean
  readonly expires?: string
  readonly password?: string
}

export interface SharedLink {
  readonly id: string
  readonly path: string
  readonly end: () => Promise<Reply>
  readonly change: (change: object) => Promise<Reply>
}

/** Shares a page of the account `me`. */
export async function sharePage(of: Api, body: NewLink = {}, page = 'Boat'): Promise<SharedLink> {
  const { session } = await of.operators.createSession('me', { device: 'Phone' })
  const made = await of.call('/api/v1/settings/shares', {
    method: 'POST',
    token: session,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ page, ...body }),
  })
  const { id } = made.body as { id: string }
  return {
    id,
    path: `/s/${id}`,
    end: () => of.call(`/api/v1/settings/shares/${id}/end`, { method: 'POST', token: session }),
    change: (change: object) =>
      of.call(`/api/v1/settings/shares/${id}`, {
        method: 'PATCH',
        token: session,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(change),
      }),
  }
}

/** Opens a page as a reader. */
export async function openPage(reader: WebBrowser, path: string, headers?: Readonly<Record<string, string>>) {
  const response = await reader.get(path, headers)
  return { status: response.status, headers: response.headers, html: await response.text() }
}

/** The addresses of links and pictures, without those of the layout. */
export const addresses = (html: string) =>
  [...html.matchAll(/(?:href|src|action)="([^"]*)"/g)]
    .map(([, address]) => address!)
    .filter((address) => !address.startsWith('/assets/'))
