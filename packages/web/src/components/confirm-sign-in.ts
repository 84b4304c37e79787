/**
 * Asks a person whose sign-in is old to sign in again, before creating a secret or exporting the graph. Somebody else
 * may use a browser that was left open.
 */
import { html, type Html } from '../html.ts'
import type { View, Visit } from '../page.ts'

/** @param to the page to return to */
export const confirmSignIn = ({ signedInBy, account, commandLine }: Visit, to: string): Html =>
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
            <pre><code>${commandLine} sign-in-link --account ${account.id}</code></pre>
            <p>Open the link in this browser, then reload this page.</p>`
    }
  </div>`

/** The answer to a form or a file request too long after the sign-in. */
export const notRecent = (visit: Visit, to: string): View => ({
  title: 'Confirm your identity',
  status: 403,
  body: confirmSignIn(visit, to),
})
