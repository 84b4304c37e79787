/** The field for a sign-in link or a code: an installed page, and the browser of another program, open no link. */
import { html, type Html } from '../html.ts'
import { textField } from './form.ts'

/**
 * @param to the page that follows
 * @param isWrong whether the text before was refused
 * @param inTab opens another tab, because this one keeps a form
 */
export const linkForm = (
  to: string | undefined,
  { isWrong = false, inTab = false }: { readonly isWrong?: boolean; readonly inTab?: boolean } = {},
): Html =>
  html`<form
    method="post"
    action="/api/sign-in/link${to !== undefined && `?to=${encodeURIComponent(to)}`}"
    class="card"
    ${inTab && html`target="_blank"`}
  >
    ${textField({
      name: 'link',
      label: 'Sign-in link or code',
      hint: 'Another browser in which you signed in just now shows a code: Settings, Devices, “Sign in my phone”.',
      how: html`required maxlength="1000" autocomplete="one-time-code" autocapitalize="characters"
      spellcheck="false" ${isWrong && html`aria-invalid="true" autofocus`}`,
    })}
    <button class="button quiet">Continue</button>
  </form>`
