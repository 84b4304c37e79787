/** The forms of passkeys. A script shows and sends them. */
import { PASSKEY_SCRIPT } from '../assets.ts'
import { html, type Html } from '../html.ts'

/** The address that takes the proof of a passkey, and below it the question. */
export const PROOF_PATH = '/api/sign-in/passkey'

/**
 * Proves by a passkey who the person is.
 * @param to the page that follows
 */
export const proofForm = (label: string, to: string): Html =>
  html`<form method="post" action="${PROOF_PATH}" data-passkey="prove" hidden>
      <p class="actions"><button class="button">${label}</button></p>
      <a href="${to}" hidden>Continue</a>
      <p class="error" role="alert" hidden></p>
    </form>
    ${PASSKEY_SCRIPT_TAG}`

export const PASSKEY_SCRIPT_TAG: Html = html`<script src="${PASSKEY_SCRIPT.path}" defer></script>`
