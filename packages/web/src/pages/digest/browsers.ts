/** The browsers that get the digest by web push. A script subscribes this one, and sends the form. */
import type { DigestAnswer, DigestBrowser } from '@notegraph/contract'
import { DIGEST_WORKER } from '../../assets.ts'
import { confirmSignIn } from '../../components/confirm-sign-in.ts'
import { postForm } from '../../components/form.ts'
import { html, type Html } from '../../html.ts'
import type { Visit } from '../../page.ts'
import { DIGEST } from './forms.ts'
import { stateWords } from './state.ts'

export const browserSection = ({ browsers, pushKey, zone }: DigestAnswer, visit: Visit): Html =>
  html`<section aria-labelledby="browsers">
    <h2 id="browsers">In browsers</h2>
    ${
      browsers.length > 0
        ? html`<ul class="plain">
            ${browsers.map((browser) => html`<li>${one(browser, zone)}</li>`)}
          </ul>`
        : html`<p class="empty">No browser gets the digest.</p>`
    }
    ${visit.isRecent ? subscribeForm(pushKey) : confirmSignIn(visit, DIGEST)}
  </section>`

const subscribeForm = (pushKey: string): Html =>
  html`<form
      method="post"
      action="${DIGEST}/browsers"
      data-push-key="${pushKey}"
      data-worker="${DIGEST_WORKER.path}"
      hidden
    >
      <input type="hidden" name="endpoint" />
      <input type="hidden" name="p256dh" />
      <input type="hidden" name="auth" />
      <button class="button">Send to this browser</button>
      <p class="error" role="alert" hidden></p>
    </form>
    <p class="muted" data-no-push>To add this browser, it must allow scripts and notifications.</p>`

const one = (browser: DigestBrowser, zone: string): Html =>
  html`<p><bdi>${browser.name ?? 'A browser'}</bdi></p>
    <p class="muted">${stateWords(browser, zone)}</p>
    ${postForm(
      `${DIGEST}/browsers/${encodeURIComponent(browser.id)}/remove`,
      html`<button class="button quiet">
        Remove<span class="unseen">: ${browser.name ?? 'A browser'}</span>
      </button>`,
    )}`
