/**
 * Asks a person whose sign-in is old to sign in again, before anything reaches beyond the account. Somebody else may use a
 * browser that was left open. A form that was sent already is kept in the page, and nowhere else, until then.
 * @see decisions 9.6
 */
import type { Refusal } from '@notegraph/service'
import { html, type Html } from '../html.ts'
import type { View, Visit } from '../page.ts'
import { linkForm } from './link-form.ts'
import { mailForm } from './mail-form.ts'
import { proofForm } from './passkey-form.ts'

/** The page that a tab shows after a sign-in for a form in another tab. */
export const CONFIRMED = '/settings/devices/confirmed'

/** @param to the page to return to */
export const confirmSignIn = (visit: Visit, to: string): Html =>
  html`<div class="card">
    <p>You signed in some time ago. Confirm your identity to continue.</p>
    ${wayToConfirm(visit, to)}
  </div>`

/** @param inTab opens another tab, because this one keeps a form */
const wayToConfirm = async (visit: Visit, to: string, inTab = false): Promise<Html> => {
  const has = await visit.hasPasskey()
  return html`${has === true && byPasskey(to)}
  ${visit.signedInBy === 'provider' ? byProvider(to, inTab) : byLink(visit, has, to, inTab)}`
}

const byProvider = (to: string, inTab: boolean): Html =>
  html`<p class="actions">
    <a
      class="button"
      href="/api/sign-in?again=1&amp;to=${encodeURIComponent(to)}"
      ${inTab && html`target="_blank"`}
      >Confirm your identity</a
    >
  </p>`

const byPasskey = (to: string): Html =>
  html`<p>Use your fingerprint, face or PIN, by a passkey of your account.</p>
    ${proofForm('Use a passkey', to)}`

/** @param has whether the account has a passkey; undefined if browsers offer none here */
const byLink = (
  { account, commandLine, sendsEmail }: Visit,
  has: boolean | undefined,
  to: string,
  inTab: boolean,
): Html =>
  html`${sendsEmail && mailForm(to, { account: account.id, inTab })}
    <p>
      ${has === true ? 'Without the passkey, use a sign-in link.' : 'Use a sign-in link.'} The operator of the
      server creates one with this command:
    </p>
    <pre><code>${commandLine} sign-in-link --account ${account.id}</code></pre>
    <p>Open the link in this browser${inTab ? ', in another tab' : ', then reload this page'}.</p>
    ${linkForm(to, { inTab })}
    ${has !== true && html`<p class="muted">${has === undefined ? NO_PASSKEYS_HERE : NEXT_TIME}</p>`}`

const NO_PASSKEYS_HERE = 'Passkeys need https, or an address on localhost.'
const NEXT_TIME =
  'Then add a passkey under Devices. The next time, your fingerprint, face or PIN confirms your identity without a link.'

/**
 * The answer to a form or a file request too long after the sign-in.
 * @param to the page to return to
 * @param form the sent form, which this page sends once more
 */
export const notRecent = (visit: Visit, to: string, form?: FormData): View => ({
  title: 'Confirm your identity',
  status: 403,
  body: form
    ? html`<div class="card">
          <p>
            You signed in some time ago. Confirm your identity to continue. This page keeps what you filled
            in.
          </p>
          ${wayToConfirm(visit, CONFIRMED, true)}
        </div>
        ${sendAgain(visit, form)}`
    : confirmSignIn(visit, to),
})

function sendAgain({ request }: Visit, form: FormData): Html {
  const { pathname, search } = new URL(request.url)
  return html`<form method="post" action="${pathname + search}" data-again>
    ${[...form].map(
      ([name, value]) =>
        typeof value === 'string' && html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    <div class="actions"><button class="button">I confirmed it. Continue</button></div>
  </form>`
}

/** Whether a service refused a change because the sign-in is old. */
export const isNotRecent = (refusal: Refusal): boolean =>
  refusal.code === 'forbidden' && refusal.why === 'not_recent'
