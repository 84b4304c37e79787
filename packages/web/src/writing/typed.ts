/** The typed text of a form that was refused, so that nothing is lost. */
import { LIMITS } from '@notegraph/contract'
import type { Refusal } from '@notegraph/service'
import { postForm } from '../components/form.ts'
import { textArea } from '../components/text-area.ts'
import { html, type Html } from '../html.ts'
import type { View, WriteRoute } from '../page.ts'
import { refusalWords } from '../components/refusal-words.ts'

type LabelOf = WriteRoute['labelOf']

/** A form as it was sent. */
export interface SentForm {
  /** The address to which it is sent again. */
  readonly action: string
  readonly form: FormData
  readonly labelOf: LabelOf
}

/** The form of a person who is not signed in any more. It can be sent again after signing in elsewhere. */
export const signedOut = (sent: SentForm): View => ({
  title: 'Signed out',
  status: 401,
  body: sendAgain(
    sent,
    html`You are signed out, so nothing was saved.
      <a href="/sign-in" target="_blank">Sign in in a new tab</a>, then come back and save.`,
  ),
})

/** The form of a person whose network sent too many requests. */
export const sentTooOften = (sent: SentForm, refusal: Refusal): View => {
  const { error } = refusalWords(refusal)
  return {
    title: 'Too many requests',
    status: 429,
    headers: { 'Retry-After': String(LIMITS.retryAfter) },
    body: sendAgain(sent, html`${error} Nothing was saved. Wait a minute, then save.`),
  }
}

const sendAgain = ({ action, form, labelOf }: SentForm, words: Html): Html =>
  html`<div class="notice warn" role="alert"><p>${words}</p></div>
    ${postForm(action, html`${fields(form, labelOf)}<button>Save</button>`)}`

/** The texts of a form that cannot be saved, to copy. */
export const typedTexts = (form: FormData, labelOf: LabelOf): Html =>
  html`${texts(form).map(([name, text]) => {
    const label = labelOf(name)
    return label !== undefined && text !== '' && shown(name, label, text)
  })}`

const fields = (form: FormData, labelOf: LabelOf): Html =>
  html`${texts(form).map(([name, text]) => {
    const label = labelOf(name)
    return label === undefined
      ? html`<input type="hidden" name="${name}" value="${text}" />`
      : shown(name, label, text)
  })}`

const texts = (form: FormData): [string, string][] =>
  [...form].flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : []))

const shown = (name: string, label: string, text: string): Html => {
  const id = `typed-${name}`
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${textArea({ id, name, text })}
  </div>`
}
