/** Asks for an e-mail that signs in. The server sends it only to an address that the owner confirmed. @see decisions 9.11 */
import { html, type Html } from '../html.ts'
import { textField } from './form.ts'

/**
 * @param to the page that follows
 * @param options.account the account of a person who is signed in; others type it
 * @param options.inTab opens another tab, because this one keeps a form
 */
export const mailForm = (
  to: string | undefined,
  { account, inTab = false }: { readonly account?: string; readonly inTab?: boolean } = {},
): Html =>
  html`<form
    method="post"
    action="/api/sign-in/mail${to !== undefined && `?to=${encodeURIComponent(to)}`}"
    class="card"
    ${inTab && html`target="_blank"`}
  >
    ${
      account === undefined
        ? textField({
            name: 'account',
            label: 'Name of your account',
            hint: 'A link and a code come to the e-mail address that you confirmed under Settings, Digest.',
            how: html`required maxlength="64" autocomplete="username" autocapitalize="none" spellcheck="false"`,
          })
        : html`<input type="hidden" name="account" value="${account}" />
            <p>Get a link and a code at the e-mail address that you confirmed under Settings, Digest.</p>`
    }
    <button class="button quiet">Send me an e-mail</button>
  </form>`
