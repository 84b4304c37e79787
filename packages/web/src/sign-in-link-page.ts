/**
 * The page of a sign-in link: it shows which account the link opens, and which one it signs out. The form signs in, so
 * that nobody uses an account of somebody else without knowing.
 */
import { html, type Html } from './html.ts'
import { postForm } from './components/form.ts'
import { plainPage } from './components/plain-page.ts'

/** The account of a link, beside that of the browser. */
export interface SignInLinkView {
  /** The path of the link, which the form posts to. */
  readonly action: string
  /** The account that the link signs in to. */
  readonly accountId: string
  /** The account that the browser is signed in to. */
  readonly signedInAs: string | undefined
}

/**
 * The page to sign in with a link.
 * @example
 * signInLinkPage({ action: '/api/sign-in/link/ngl_x', accountId: 'me', signedInAs: undefined })
 */
export const signInLinkPage = ({ action, accountId, signedInAs }: SignInLinkView): Promise<Response> =>
  plainPage(
    {
      title: 'Sign in',
      body: html`<div class="card">
        <p>This link signs this browser in to the account ${named(accountId)}.</p>
        ${session(accountId, signedInAs)}
        ${postForm(
          action,
          html`<p class="actions">
            <button>
              <span>Sign in as <bdi>${accountId}</bdi></span>
            </button>
            <a class="button quiet" href="/"
              >${signedInAs === undefined ? 'Cancel' : html`<span>Stay signed in as <bdi>${signedInAs}</bdi></span>`}</a
            >
          </p>`,
        )}
        <p class="muted">Continue only if you asked for this link.</p>
      </div>`,
    },
    200,
  )

const named = (accountId: string): Html => html`<strong dir="auto">${accountId}</strong>`

/** The session that the sign-in ends. */
function session(accountId: string, signedInAs: string | undefined): Html | undefined {
  if (signedInAs === undefined) return undefined
  if (signedInAs === accountId) return html`<p>You are already signed in to this account. Signing in again confirms your identity.</p>` // prettier-ignore
  return html`<p>
    You are signed in as ${named(signedInAs)}. Signing in with this link signs that account out.
  </p>`
}
