/** The section of connected apps on the page Assistants, and the page that ends one. */
import type { ConnectedAppView } from '@notegraph/service'
import { LIMITS } from '@notegraph/contract'
import type { WebApps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { View, Visit } from '../../page.ts'
import { confirmPage } from '../../components/confirm.ts'
import { missing } from '../../components/not-found.ts'
import { agoAt, dateAt } from '../../components/time.ts'
import { rightsWords } from './rights.ts'
import { SCOPES } from './scopes.ts'
import { refusalWords } from '../../components/refusal-words.ts'

export const APPS_PATH = '/settings/assistants/apps'

/** The section with the address that apps need and the connected apps. */
export async function appsSection(apps: WebApps, { account, zone }: Visit, now: number): Promise<Html> {
  const connected = await apps.connected.list(account.id)
  return html`<section aria-labelledby="apps">
    <h2 id="apps">Connected apps</h2>
    <p>
      An app that connects by signing in needs this address only. Enter it in the app, which then asks you
      here.
    </p>
    <div class="copy-line">
      <code id="address">${apps.address}</code>
      <button type="button" class="copy" data-copy="address">Copy</button>
    </div>
    ${connected.length === 0 ? html`<p class="empty">No connected apps yet.</p>` : table(connected, zone, now)}
  </section>`
}

const table = (connected: readonly ConnectedAppView[], zone: string, now: number): Html =>
  html`<table class="stack">
    <thead>
      <tr>
        <th scope="col">App</th>
        <th scope="col">Access</th>
        <th scope="col">Connected</th>
        <th scope="col">Last used</th>
        <th scope="col"><span class="unseen">Disconnect</span></th>
      </tr>
    </thead>
    <tbody>
      ${connected.map(
        ({ id, name, host, scope, may, createdAt, lastUsedAt }) =>
          html`<tr>
            <th scope="row"><bdi>${name}</bdi> <span class="muted">${host}</span></th>
            <td class="short" data-label="Access">
              ${SCOPES[scope]}${rightsWords(may)}
              ${scope === 'write' && html`<a href="${APPS_PATH}/${id}/rights">Rights<span class="unseen"> of ${name}</span></a>`}
            </td>
            <td data-label="Connected">${dateAt(createdAt, zone)}</td>
            <td data-label="Last used">
              ${lastUsedAt === undefined ? html`<span class="muted">never</span>` : agoAt(lastUsedAt, now, zone)}
            </td>
            <td class="act">
              <a href="${APPS_PATH}/${id}/disconnect">Disconnect<span class="unseen"> ${name}</span></a>
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`

/** Asks before an app ends. */
export async function disconnectPage(apps: WebApps, visit: Visit): Promise<View> {
  const id = visit.part('id')
  const app = (await apps.connected.list(visit.account.id)).find((one) => one.id === id)
  return app ? confirm(app) : noApp(id)
}

export const noApp = (id: string): View => {
  const { error } = refusalWords({ code: 'not_found', what: 'app', name: id })
  return missing(
    'App not found',
    error,
    html`An app disconnects by itself after ${LIMITS.appDays} days without use.
      <a href="/settings/assistants">All apps</a>`,
  )
}

const confirm = ({ id, name, host, scope }: ConnectedAppView): View =>
  confirmPage({
    title: 'Disconnect this app?',
    words: html`<p>
      <strong><bdi>${name}</bdi></strong> (${host}, ${SCOPES[scope]}) loses access at once. To use it again,
      connect it again.
    </p>`,
    action: `${APPS_PATH}/${id}/disconnect`,
    button: 'Disconnect',
    back: '/settings/assistants',
  })
