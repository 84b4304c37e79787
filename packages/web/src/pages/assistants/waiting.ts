/**
 * Whether a new token was used. A script reads this page every few seconds for a quarter of an hour, and shows its line
 * beside the token. Without a script, a link leads here, and the page reloads itself.
 */
import type { TokenView } from '@notegraph/service'
import { html, type Html } from '../../html.ts'
import type { View } from '../../page.ts'

/** Seconds until the page reloads without a script. */
const AGAIN = 5

export const waitingPath = (id: string): string => `/settings/assistants/${id}/waiting`

/** The line beside a new token. */
export const waitingLine = ({ id, lastUsedAt }: Pick<TokenView, 'id' | 'lastUsedAt'>): Html =>
  html`<p role="status" data-waits>
    ${
      lastUsedAt === undefined
        ? html`<a href="${waitingPath(id)}">Waiting for the first call…</a>`
        : html`<strong>Connected.</strong> The first call has arrived.`
    }
  </p>`

export const waitingPage = (token: TokenView): View => ({
  title: token.name,
  body: html`${waitingLine(token)}
    <p class="actions"><a class="button quiet" href="/settings/assistants">All tokens</a></p>`,
  ...(token.lastUsedAt === undefined && { refresh: AGAIN }),
})
