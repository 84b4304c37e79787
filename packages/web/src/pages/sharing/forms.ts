/** The forms of links to shared pages: their fields, and the requests that they send. */
import { LIMITS, type ChangeShare, type SharePage } from '@notegraph/contract'
import { isoDay } from '@notegraph/block-text'
import { dayAt } from '@notegraph/graph'
import { zoneOf } from '@notegraph/service'
import { fieldOf, textField } from '../../components/form.ts'
import { html, type Html } from '../../html.ts'
import type { Visit } from '../../page.ts'

export const SHARING = '/settings/sharing'
/** No id of a link has this form. */
export const NEW_SHARE: string = `${SHARING}/new`
/** The form for a link to this page. */
export const newSharePath = (pageId: string): string => `${NEW_SHARE}?page=${encodeURIComponent(pageId)}`
export const sharePath = (id: string): string => `${SHARING}/${id}`

/** The values of a form, and the reason of its refusal. The password is never sent back. */
export interface AskedShare {
  readonly quotes?: boolean
  readonly expires?: string | null
  readonly error?: string
}

export function shareIn(form: FormData): SharePage {
  const [expires, password] = [fieldOf(form, 'expires'), fieldOf(form, 'password')]
  return {
    page: fieldOf(form, 'page'),
    quotes: form.has('quotes'),
    ...(expires !== '' && { expires }),
    ...(password !== '' && { password }),
  }
}

/** An empty last day removes it. An empty password stays, because the form never shows it. */
export function changeIn(form: FormData): ChangeShare {
  const [expires, password] = [fieldOf(form, 'expires'), fieldOf(form, 'password')]
  return {
    quotes: form.has('quotes'),
    expires: expires === '' ? null : expires,
    ...(password !== '' && { password }),
    ...(form.has('without') && { password: null }),
  }
}

/** The zone of the last day: that of the account. */
export const zoneOfDays = ({ account }: Visit): string => zoneOf(account.zone)

/** The last day before this time, as a date field takes it. */
export const lastDay = (expiresAt: number, visit: Visit): string =>
  isoDay(dayAt(expiresAt - 1, zoneOfDays(visit)))

/** @param passwordHint the line below the password */
export const shareFields = (visit: Visit, asked: AskedShare, passwordHint: string): Html =>
  html`${textField({
      name: 'expires',
      label: 'Expiration date',
      value: asked.expires ?? '',
      hint: `The link expires at the end of this day in the time zone ${zoneOfDays(visit)}. Without a date, the link works until you turn it off.`,
      how: html`type="date"`,
    })}
    ${textField({
      name: 'password',
      label: 'Password',
      hint: passwordHint,
      how: html`type="password" minlength="${LIMITS.sharePasswordLeast}" maxlength="${LIMITS.sharePassword}"
      autocomplete="new-password"`,
    })}
    <div class="field">
      <label>
        <input type="checkbox" name="quotes" value="1" ${asked.quotes === true && html`checked`} /> Include
        quoted text
      </label>
      <p class="hint">
        Readers also see text from other pages that this page references or embeds. Otherwise they see “…” in
        its place.
      </p>
    </div>
    ${asked.error !== undefined && html`<p class="error" role="alert">${asked.error}</p>`}`
