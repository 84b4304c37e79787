/** The page where somebody signs in, or is told why they were not; and the one that says they are signed out. */
import { LIMITS } from '@notegraph/contract'
import { SIGN_IN_FAULTS, type SignInFault } from '@notegraph/service'
import { html } from './html.ts'
import { notice } from './components/notice.ts'
import { plainPage } from './components/plain-page.ts'

export interface SignInView {
  /** Whether there is an identity provider. */
  readonly hasProvider: boolean
  /** Where it goes afterwards: a path of this server. */
  readonly to?: string
  /** Why somebody was not signed in just now. */
  readonly fault?: SignInFault
}

export function signInPage({ hasProvider, to, fault }: SignInView): Promise<Response> {
  const told = fault && SIGN_IN_FAULTS[fault]
  const start = `/api/sign-in${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`
  const body = html`${told && notice(html`<strong>${told.words}</strong> ${told.hint}`, 'warn')}
  ${hasProvider ? withProvider(start, fault !== undefined) : WITH_LINK}`
  const again = told?.status === 429 || told?.status === 503
  return plainPage({ title: 'Sign in', body }, told?.status ?? 200, again ? { 'Retry-After': '60' } : {})
}

const withProvider = (start: string, again: boolean) =>
  html`<div class="card">
    <p>Sign in with the identity provider of this server. You return here afterwards.</p>
    <p class="actions"><a class="button" href="${start}">${again ? 'Try again' : 'Sign in'}</a></p>
  </div>`

const WITH_LINK = html`<div class="card">
  <p>
    This server uses sign-in links. A link works once, for ${LIMITS.signInLinkMinutes} minutes. The operator
    creates a link with this command:
  </p>
  <pre><code>npm run -s notegraph -- sign-in-link --account me</code></pre>
  <p class="muted">The server also prints a link when it starts.</p>
</div>`

/** @param away where to sign out at the identity provider too */
export const signedOutPage = (
  away: string | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<Response> =>
  plainPage(
    {
      title: 'Signed out',
      body: html`<div class="message">
        <p>This browser is signed out.</p>
        <p class="actions">
          <a class="button" href="/sign-in">Sign in again</a>
          ${away !== undefined && html`<a class="button quiet" href="${away}">Sign out at the identity provider too</a>`}
        </p>
      </div>`,
    },
    200,
    headers,
  )
