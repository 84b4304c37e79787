/** The hour and the zone of the digest, and the button that pauses it. */
import type { DigestAnswer } from '@notegraph/contract'
import { postForm } from '../../components/form.ts'
import { html, type Html } from '../../html.ts'
import { DIGEST, type AskedDigest } from './forms.ts'

export const timeSection = (digest: DigestAnswer, asked: AskedDigest): Html =>
  html`<section aria-labelledby="time">
    <h2 id="time">Time</h2>
    ${postForm(
      `${DIGEST}/time`,
      html`<div class="field">
          <label for="hour">Hour</label>
          <select id="hour" name="hour">
            ${Array.from(
              { length: 24 },
              (_, hour) =>
                html`<option value="${hour}" ${hour === (asked.hour ?? digest.hour) && html`selected`}>
                  ${String(hour).padStart(2, '0')}:00
                </option>`,
            )}
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
