/** The e-mail address of the digest. */
import { LIMITS, type DigestAnswer, type DigestEmail } from '@notegraph/contract'
import { confirmSignIn } from '../../components/confirm-sign-in.ts'
import { postForm, textField } from '../../components/form.ts'
import { html, type Html } from '../../html.ts'
import type { Visit } from '../../page.ts'
import { DIGEST, type AskedDigest } from './forms.ts'
import { stateWords } from './state.ts'

export const emailSection = (
  { email, sendsEmail, zone }: DigestAnswer,
  visit: Visit,
  asked: AskedDigest,
): Html =>
  html`<section aria-labelledby="by-email">
    <h2 id="by-email">By e-mail</h2>
    ${email && held(email, zone)}
    ${
      !sendsEmail
        ? html`<p class="empty">This server sends no e-mail.</p>`
        : visit.isRecent
          ? form(email?.address, asked)
          : confirmSignIn(visit, DIGEST)
    }
  </section>`

const held = (email: DigestEmail, zone: string): Html =>
  html`<div class="card">
    <p><bdi>${email.address}</bdi></p>
    <p class="muted">
      ${
        email.state === 'unconfirmed'
          ? html`Waiting for you to open the link in the e-mail. ${email.fault}`
          : stateWords(email, zone)
      }
    </p>
    <div class="actions">
      ${
        (email.state === 'off' || email.state === 'unconfirmed') &&
        postForm(
          `${DIGEST}/email`,
          html`<input type="hidden" name="email" value="${email.address}" />
            <button class="button">${email.state === 'off' ? 'Switch on again' : 'Send a new link'}</button>`,
        )
      }
      ${postForm(`${DIGEST}/email/remove`, html`<button class="button quiet">Remove address</button>`)}
    </div>
  </div>`

const form = (address: string | undefined, asked: AskedDigest): Html =>
  postForm(
    `${DIGEST}/email`,
    html`${textField({
        name: 'email',
        label: address === undefined ? 'Address' : 'Another address',
        value: asked.email ?? '',
        hint: 'You get an e-mail with a link. Nothing else is sent before you open it and confirm.',
        how: html`type="email" required maxlength="${LIMITS.emailAddress}" autocomplete="email"`,
      })} <button class="button">Send link</button>`,
    'card',
  )
