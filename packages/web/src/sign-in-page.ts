/** The sign-in page, with the reason of a failed sign-in, and the page after signing out. */
import { LIMITS } from '@notegraph/contract'
import { SIGN_IN_FAULTS, type SignInFault } from '@notegraph/service'
import { html } from './html.ts'
import { linkForm } from './components/link-form.ts'
import { mailForm } from './components/mail-form.ts'
import { notice } from './components/notice.ts'
import { proofForm } from './components/passkey-form.ts'
import { plainPage } from './components/plain-page.ts'

/** The state of the sign-in page. */
export interface SignInView {
  /** Whether the server has an identity provider. */
  readonly hasProvider: boolean
  /** Whether browsers offer passkeys at the server's address. */
  readonly hasPasskeys: boolean
  /** Whether the server sends e-mail. */
  readonly sendsEmail: boolean
  /** The command line as the operator calls it. */
  readonly commandLine: string
  /** The path of this server to open after the sign-in. */
  readonly to?: string
  /** The reason of the failed sign-in. */
  readonly fault?: SignInFault
}

/**
 * The page to sign in; its status is that of the fault, if any.
 * @example
 * signInPage({ hasProvider: true, hasPasskeys: true, sendsEmail: true, commandLine: 'notegraph', to: '/graph' })
 */
export function signInPage({
  hasProvider,
  hasPasskeys,
  sendsEmail,
  commandLine,
  to,
  fault,
}: SignInView): Promise<Response> {
  const shown = fault && SIGN_IN_FAULTS[fault]
  const start = `/api/sign-in${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`
  const body = html`<p class="lead">
      Notegraph syncs your notes across all your devices. Programs and assistants that you allow can read and
      edit them, and you can revert each of their changes.
    </p>
    ${shown && notice(html`<strong>${shown.words}</strong> ${shown.hint}`, 'warn')}
    ${hasPasskeys && proofForm('Sign in with a passkey', to ?? '/')}
    ${hasProvider && withProvider(start, fault !== undefined)} ${sendsEmail && mailForm(to)}
    ${linkForm(to, { isWrong: fault === 'typed' || fault === 'code' })}
    ${!hasProvider && withoutLink(commandLine, to !== undefined && !shown)}`
  const again = shown?.status === 429 || shown?.status === 503
  return plainPage(
    { title: 'Sign in', body },
    shown?.status ?? 200,
    again ? { 'Retry-After': fault === 'tries' ? '3600' : '60' } : {},
  )
}

const withProvider = (start: string, again: boolean) =>
  html`<div class="card">
    <p>Sign in with the identity provider of this server. You return here afterwards.</p>
    <p class="actions"><a class="button" href="${start}">${again ? 'Try again' : 'Sign in'}</a></p>
  </div>`

/** @param goesOn whether this page leads on once the browser is signed in */
const withoutLink = (commandLine: string, goesOn: boolean) =>
  html`${goesOn && html`<p>Or open the link in this browser, then reload this page to go on.</p>`}
    <details>
      <summary>No link or code?</summary>
      <p>
        Ask the operator of this server for a sign-in link. It works once. The operator creates it with this
        command, and the name of your account:
      </p>
      <pre><code>${commandLine} sign-in-link --account NAME</code></pre>
    </details>`

/**
 * The page after somebody asked for an e-mail. It is the same for an account that does not exist.
 * @param to the page that follows
 * @example
 * mailAskedPage('/graph')
 */
export const mailAskedPage = (to: string | undefined): Promise<Response> =>
  plainPage(
    {
      title: 'Look into your mailbox',
      body: html`<div class="card">
          <p>
            If the owner of this account confirmed an e-mail address, a link and a code are on their way
            there. They work once, for ${LIMITS.signInMailMinutes} minutes.
          </p>
          <p>
            Nothing comes? An address is confirmed under Settings, Digest. Without one, ask the person who
            runs this server for a sign-in link.
          </p>
        </div>
        ${linkForm(to)}`,
    },
    200,
  )

/**
 * The page after signing out.
 * @param away the address for signing out at the identity provider too
 * @param isClosed whether the account was closed
 * @example
 * signedOutPage(undefined)
 */
export const signedOutPage = (away: string | undefined, isClosed = false): Promise<Response> =>
  plainPage(
    {
      title: isClosed ? 'Account closed' : 'Signed out',
      body: html`<div class="message">
        <p>${isClosed ? 'Your account and everything in it are deleted.' : 'This browser is signed out.'}</p>
        <p class="actions">
          ${!isClosed && html`<a class="button" href="/sign-in">Sign in again</a>`}
          ${away !== undefined && html`<a class="button quiet" href="${away}">Sign out at the identity provider too</a>`}
        </p>
      </div>`,
    },
    200,
  )
