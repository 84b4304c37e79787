/** The hour and the zone of the digest, and the button that pauses it. */
import type { DigestAnswer } from '@notegraph/contract'
import { postForm } from '../../components/form.ts'
import { options } from '../../components/options.ts'
import { html, type Html } from '../../html.ts'
import { DIGEST, type AskedDigest } from './forms.ts'

const HOURS = Array.from(
  { length: 24 },
  (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`] as const,
)

export const timeSection = (digest: DigestAnswer, asked: AskedDigest): Html =>
  html`<section aria-labelledby="time">
    <h2 id="time">Time</h2>
    ${postForm(
      `${DIGEST}/time`,
      html`<div class="field">
          <label for="hour">Hour</label>
          <select id="hour" name="hour">
            ${options(HOURS, String(asked.hour ?? digest.hour))}
          </select>
        </div>
        <div class="field">
          <label for="zone">Time zone</label>
          <input
            id="zone"
            name="zone"
            required
            value="${asked.zone ?? digest.zone}"
            list="zones"
            autocomplete="off"
            aria-describedby="zone-hint"
          />
          <datalist id="zones">
            ${Intl.supportedValuesOf('timeZone').map((zone) => html`<option value="${zone}"></option>`)}
          </datalist>
          <p class="hint" id="zone-hint">
            Such as Europe/Berlin. Programs without a time zone of their own also use it for today.
          </p>
        </div>
        <button class="button">Save time</button>`,
      'card',
    )}
    ${
      digest.on
        ? postForm(`${DIGEST}/off`, html`<button class="button quiet">Pause digest</button>`)
        : html`<p>The digest is paused.</p>
            ${postForm(`${DIGEST}/on`, html`<button class="button">Resume digest</button>`)}`
    }
  </section>`
