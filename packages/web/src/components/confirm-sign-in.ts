/**
 * Asks somebody who signed in a while ago to prove once more who they are, in place of what makes a secret or takes the
 * graph out: a browser that was left open is not its owner.
 */
import type { Visitor } from '../deps.ts'
import { html, type Html } from '../html.ts'
import type { View } from '../page.ts'

/** @param to the page to come back to */
export const confirmSignIn = ({ signedInBy, account }: Visitor, to: string): Html =>
  html`<div class="card">
    <p>You signed in some time ago. Confirm your identity to continue.</p>
    ${
      signedInBy === 'provider'
        ? html`<p class="actions">
            <a class="button" href="/api/sign-in?again=1&amp;to=${encodeURIComponent(to)}"
              >Confirm your identity</a
            >
          </p>`
        : html`<p>
              This browser signed in with a link. The operator of the server creates a new link with this
              command:
            </p>
            <pre><code>npm run -s notegraph -- sign-in-link --account ${account.id}</code></pre>`
    }
  </div>`

/** The answer to a form that was sent, or a file that was asked for, too long after signing in. */
export const notRecent = (visitor: Visitor, to: string): View => ({
  title: 'Confirm your identity',
  status: 403,
  body: confirmSignIn(visitor, to),
})
