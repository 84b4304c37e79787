/** The section of connected apps on the page Assistants, and the page that ends one. */
import type { ConnectedAppView } from '@notegraph/service'
import { LIMITS } from '@notegraph/contract'
import type { WebApps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { View, Visit } from '../../page.ts'
import { confirmPage } from '../../components/confirm.ts'
import { copyLine } from '../../components/copy-line.ts'
import { missing } from '../../components/not-found.ts'
import { resourceTable } from '../../components/resource.ts'
import { dateAt, lastUse } from '../../components/time.ts'
import { accessHtml } from './rights-page.ts'
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
    ${copyLine('address', apps.address)}
    ${connected.length === 0 ? html`<p class="empty">No connected apps yet.</p>` : table(connected, zone, now)}
  </section>`
}

const table = (connected: readonly ConnectedAppView[], zone: string, now: number): Html =>
  resourceTable(connected, [
    ['App', ({ name, host }) => html`<bdi>${name}</bdi> <span class="muted">${host}</span>`],
    ['Access', (app) => accessHtml(app, true), 'short'],
    ['Connected', ({ createdAt }) => dateAt(createdAt, zone)],
    ['Last used', ({ lastUsedAt }) => lastUse(lastUsedAt, now, zone)],
    [
      'Disconnect',
      ({ id, name }) =>
        html`<a href="${APPS_PATH}/${id}/disconnect">Disconnect<span class="unseen"> ${name}</span></a>`,
      'act',
    ],
  ])

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
