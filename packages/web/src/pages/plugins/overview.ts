/** The list of plug-ins, and the form that takes the address of a manifest. */
import { LIMITS, type Plugin } from '@notegraph/contract'
import { postForm, textField } from '../../components/form.ts'
import { resourceTable } from '../../components/resource.ts'
import { dateAt } from '../../components/time.ts'
import { html, type Html } from '../../html.ts'
import type { Visit } from '../../page.ts'
import { SCOPES } from '../assistants/scopes.ts'
import { pluginPath, PLUGINS } from './terms.ts'

export const pluginTable = (plugins: readonly Plugin[], visit: Visit): Html =>
  resourceTable(plugins, [
    ['Name', ({ id, name }) => html`<a href="${pluginPath(id)}"><bdi>${name}</bdi></a>`],
    ['Published by', ({ host }) => html`<bdi>${host}</bdi>`],
    ['Access', ({ scope }) => SCOPES[scope], 'short'],
    ['State', ({ connected }) => (connected ? 'Connected' : 'Not connected'), 'short'],
    ['Installed', ({ createdAt }) => dateAt(createdAt, visit.zone)],
  ])

/** A refused address, and the reason. */
export interface AskedManifest {
  readonly url?: string
  readonly error?: string
}

export const lookForm = ({ url = '', error }: AskedManifest): Html =>
  postForm(
    `${PLUGINS}/look`,
    html`${textField({
        id: 'new-url',
        name: 'url',
        label: 'Address of the manifest',
        value: url,
        hint: 'The website of the program shows it. The next page shows what the program may do.',
        how: html`type="url" required maxlength="${LIMITS.webhookUrl}" placeholder="https://"
        autocomplete="off"`,
      })}
      ${error !== undefined && html`<p class="error" role="alert">${error}</p>`}
      <button class="button">Continue</button>`,
    'card',
  )
