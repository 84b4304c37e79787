/** The list of plug-ins, and the form that takes the address of a manifest. */
import { LIMITS, type Plugin } from '@notegraph/contract'
import { postForm } from '../../components/form.ts'
import { dateAt } from '../../components/time.ts'
import { html, type Html } from '../../html.ts'
import type { Visit } from '../../page.ts'
import { SCOPES } from '../assistants/scopes.ts'
import { pluginPath, PLUGINS } from './terms.ts'

export const pluginTable = (plugins: readonly Plugin[], visit: Visit): Html =>
  html`<table class="stack">
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Published by</th>
        <th scope="col">Access</th>
        <th scope="col">State</th>
        <th scope="col">Installed</th>
      </tr>
    </thead>
    <tbody>
      ${plugins.map(
        ({ id, name, host, scope, connected, createdAt }) =>
          html`<tr>
            <th scope="row">
              <a href="${pluginPath(id)}"><bdi>${name}</bdi></a>
            </th>
            <td data-label="Published by"><bdi>${host}</bdi></td>
            <td class="short" data-label="Access">${SCOPES[scope]}</td>
            <td class="short" data-label="State">${connected ? 'Connected' : 'Not connected'}</td>
            <td data-label="Installed">${dateAt(createdAt, visit.zone)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`

/** A refused address, and the reason. */
export interface AskedManifest {
  readonly url?: string
  readonly error?: string
}

export const lookForm = ({ url = '', error }: AskedManifest): Html =>
  postForm(
    `${PLUGINS}/look`,
    html`<div class="field">
        <label for="new-url">Address of the manifest</label>
        <input
          id="new-url"
          name="url"
          type="url"
          required
          maxlength="${LIMITS.webhookUrl}"
          value="${url}"
          placeholder="https://"
          autocomplete="off"
          aria-describedby="new-url-hint"
        />
        <p class="hint" id="new-url-hint">
          The website of the program shows it. The next page shows what the program may do.
        </p>
      </div>
      ${error !== undefined && html`<p class="error" role="alert">${error}</p>`}
      <button class="button">Continue</button>`,
    'card',
  )
