/** Security log: access to the account. */
import { LIMITS } from '@notegraph/contract'
import type { AuditView } from '@notegraph/service'
import type { WebDeps } from '../deps.ts'
import { html, type Html } from '../html.ts'
import type { Page, View, Visit } from '../page.ts'
import { listPart, offsetOf } from '../components/paging.ts'
import { timeAt } from '../components/time.ts'

const PATH = '/settings/security'

export const security: Page = {
  title: 'Security log',
  path: PATH,
  section: 'settings',
  count: ({ notices }) =>
    notices.filter(({ kind }) => kind === 'new_access' || kind === 'secret_reused').length,
  routes(on, deps) {
    on.get(PATH, async (visit) => {
      const view = await overview(deps, visit)
      const { notices } = await deps.notices.read(visit.account)
      // Notices about access end once they were seen here.
      if (notices.some(({ kind }) => kind === 'new_access' || kind === 'secret_reused'))
        await deps.audit.note({ event: 'log_read', accountId: visit.account.id })
      return view
    })
  },
}

/** The words of each event. */
const EVENTS: Readonly<Record<AuditView['event'], string>> = {
  sign_in: 'Signed in',
  sign_in_refused: 'Sign-in refused',
  sign_out: 'Signed out',
  access_ended: 'Signed out everywhere',
  account_made: 'Account created',
  account_changed: 'Account changed',
  account_removed: 'Account deleted',
  link_made: 'Sign-in link created',
  token_made: 'Token created',
  token_changed: 'Token changed',
  token_revoked: 'Token revoked',
  token_expired: 'Token expired',
  token_refused: 'Token refused',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  device_added: 'Device added',
  device_ended: 'Device signed out',
  device_refused: 'Device refused',
  app_connected: 'App connected',
  app_changed: 'App changed',
  app_ended: 'App disconnected',
  app_refused: 'App refused',
  page_shared: 'Page shared',
  share_changed: 'Shared page changed',
  share_ended: 'Shared page withdrawn',
  share_reopened: 'Shared page opened again',
  share_opened: 'Shared page opened with its password',
  share_refused: 'Wrong password for a shared page',
  site_published: 'Site published',
  site_changed: 'Site changed',
  site_pages_changed: 'Pages of a site changed',
  site_ended: 'Site withdrawn',
  site_reopened: 'Site opened again',
  webhook_made: 'Webhook created',
  webhook_changed: 'Webhook changed',
  webhook_removed: 'Webhook deleted',
  digest_added: 'Digest address or browser added',
  digest_changed: 'Digest changed',
  digest_removed: 'Digest address or browser removed',
  plugin_installed: 'Plug-in installed',
  plugin_changed: 'Changes of a plug-in accepted',
  plugin_stopped: 'Plug-in stopped',
  export: 'Notes exported',
  import: 'Notes imported',
  graph_pulled: 'All notes sent to a device',
  revert: 'Changes reverted',
  keep: 'Changes kept',
  restore: 'Earlier state restored',
  snapshot_made: 'Snapshot created',
  snapshot_removed: 'Snapshot removed',
  history_forgotten: 'Earlier states forgotten',
  files_removed: 'Unlinked files deleted',
  settings_changed: 'Settings changed',
  log_read: 'Security log opened',
  plan_changed: 'Plan changed',
}

/** @param event an event of this release, or of a later one */
export const eventWords = (event: string): string =>
  Object.hasOwn(EVENTS, event) ? EVENTS[event as AuditView['event']] : event

const ACTORS: Readonly<Record<AuditView['by'], string>> = {
  browser: 'a browser',
  device: 'a device',
  token: 'a token',
  app: 'an app',
  agent: 'the agent',
  operator: 'the operator',
  admin: 'who looks after the accounts',
  provider: 'the identity provider',
  billing: 'billing',
  time: 'expiration',
  nobody: 'unknown',
}

async function overview(deps: WebDeps, { account, query, zone }: Visit): Promise<View> {
  const offset = offsetOf(query)
  const [{ events, total }, names] = await Promise.all([
    deps.audit.list(account.id, { limit: LIMITS.webRows, offset }),
    namesOf(deps, account.id),
  ])
  return {
    title: 'Security log',
    body: html`<p class="lead">
        This log lists sign-ins, tokens, devices and transfers of the last ${LIMITS.auditDays} days. The same
        code under “From” means the same network address.
      </p>
      ${listPart({ path: PATH, query, offset, limit: LIMITS.webRows, total }, table(events, names, zone), 'No events yet.')}`,
  }
}

/** Finds names, because the log contains only ids. */
async function namesOf(
  { tokens, devices, apps }: WebDeps,
  accountId: string,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const { id, name } of await tokens.list(accountId)) names.set(id, name)
  for (const { id, device } of await devices.list(accountId)) names.set(id, device)
  for (const { id, name } of (await apps?.connected.list(accountId)) ?? []) names.set(id, name)
  return names
}

const table = (events: readonly AuditView[], names: ReadonlyMap<string, string>, zone: string): Html =>
  html`<table class="stack">
    <thead>
      <tr>
        <th scope="col">When</th>
        <th scope="col">Event</th>
        <th scope="col">By</th>
        <th scope="col">From</th>
      </tr>
    </thead>
    <tbody>
      ${events.map(({ at, event, by, subject = '', detail, address }) => {
        const name = names.get(subject)
        return html`<tr>
          <td data-label="When">${timeAt(at, zone)}</td>
          <th scope="row">
            ${EVENTS[event]} ${name !== undefined && html`<bdi>“${name}”</bdi>`}
            ${detail !== undefined && html`<span class="muted">${detail}</span>`}
          </th>
          <td data-label="By">${ACTORS[by]}</td>
          <td data-label="From">
            ${address === undefined ? html`<span class="muted">this server</span>` : html`<code>${address}</code>`}
          </td>
        </tr>`
      })}
    </tbody>
  </table>`
