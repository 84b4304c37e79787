/** The form that deletes an account for good, after a recent sign-in. The person types its name, so that no slip deletes it. */
import { html, type Html } from '../html.ts'
import type { Visit } from '../page.ts'
import { confirmSignIn } from './confirm-sign-in.ts'
import { postForm } from './form.ts'

export interface DeleteAccountForm {
  readonly action: string
  /** The address that "Cancel" leads to. */
  readonly cancel: string
  /** Why the form was refused. */
  readonly error: string | undefined
}

export function deleteAccountForm(visit: Visit, { action, cancel, error }: DeleteAccountForm): Html {
  if (!visit.isRecent) return confirmSignIn(visit, action)
  const wrong = error !== undefined
  return postForm(
    action,
    html`<div class="field">
        <label for="name">Type the name of the account to confirm</label>
        <input
          id="name"
          name="name"
          required
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          ${wrong && html`aria-invalid="true" aria-describedby="name-error" autofocus`}
        />
        ${wrong && html`<p class="error" id="name-error" role="alert">${error}</p>`}
      </div>
      <div class="actions">
        <button class="button danger">Delete everything</button>
        <a class="button quiet" href="${cancel}">Cancel</a>
      </div>`,
    'card',
  )
}
