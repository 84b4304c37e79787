/** The form that deletes an account for good, after a recent sign-in. The person types its name, so that no slip deletes it. */
import { html, type Html } from '../html.ts'
import type { Visit } from '../page.ts'
import { confirmSignIn } from './confirm-sign-in.ts'
import { postForm, textField } from './form.ts'

export interface DeleteAccountForm {
  readonly action: string
  /** The address that "Cancel" leads to. */
  readonly cancel: string
  /** Why the form was refused. */
  readonly error: string | undefined
}

export function deleteAccountForm(visit: Visit, { action, cancel, error }: DeleteAccountForm): Html {
  if (!visit.isRecent) return confirmSignIn(visit, action)
  return postForm(
    action,
    html`${textField({
        name: 'name',
        label: 'Type the name of the account to confirm',
        error,
        how: html`required autocomplete="off" autocapitalize="none" spellcheck="false"`,
      })}
      <div class="actions">
        <button class="button danger">Delete everything</button>
        <a class="button quiet" href="${cancel}">Cancel</a>
      </div>`,
    'card',
  )
}
