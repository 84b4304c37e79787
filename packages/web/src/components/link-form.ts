/** The field for a sign-in link or a code: an installed page, and the browser of another program, open no link. */
import { html, type Html } from '../html.ts'

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
    <div class="field">
      <label for="link">Sign-in link or code</label>
      <input
        id="link"
        name="link"
        required
        maxlength="1000"
        autocomplete="one-time-code"
        autocapitalize="characters"
        spellcheck="false"
        aria-describedby="link-hint"
        ${isWrong && html`aria-invalid="true" autofocus`}
      />
      <p class="hint" id="link-hint">
        Another browser in which you signed in just now shows a code: Settings, Devices, “Sign in my phone”.
      </p>
    </div>
    <button class="button quiet">Continue</button>
  </form>`
