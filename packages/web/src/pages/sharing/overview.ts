/** The list of links, and the choice of a page to share. */
import { LIMITS } from '@notegraph/contract'
import type { ShareView } from '@notegraph/service'
import { dateAt } from '../../components/time.ts'
import { html, type Html } from '../../html.ts'
import type { Visit } from '../../page.ts'
import { NEW_SHARE, sharePath, zoneOfDays } from './forms.ts'

export const chooseForm = (): Html =>
  html`<form method="get" action="${NEW_SHARE}" class="card">
    <div class="field">
      <label for="page">Page</label>
      <input id="page" name="page" required maxlength="${LIMITS.pageName}" autocomplete="off" dir="auto" />
      <p class="hint">The name of a page, or a day such as 2026-11-20.</p>
    </div>
    <button class="button">Share page</button>
  </form>`

export const shareTable = (shares: readonly ShareView[], visit: Visit, now: number): Html =>
  html`<table class="stack">
    <thead>
      <tr>
        <th scope="col">Page</th>
        <th scope="col">State</th>
        <th scope="col">Expires</th>
        <th scope="col">Created</th>
      </tr>
    </thead>
    <tbody>
      ${shares.map(
        (share) =>
          html`<tr>
            <th scope="row"><a href="${sharePath(share.id)}">${nameHtml(share)}</a></th>
            <td data-label="State">${stateOf(share, now)}</td>
            <td data-label="Expires">${lastDayHtml(share, visit)}</td>
            <td data-label="Created">${dateAt(share.createdAt, visit.zone)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`

export const nameHtml = ({ page }: ShareView): Html =>
  page === undefined ? html`<span class="muted">A deleted page</span>` : html`<bdi>${page}</bdi>`

export const lastDayHtml = ({ expiresAt }: ShareView, visit: Visit): Html =>
  expiresAt === undefined ? html`<span class="muted">none</span>` : dateAt(expiresAt - 1, zoneOfDays(visit))

/** Whether readers can open the link now. */
export const isOpen = ({ endedAt, expiresAt, page }: ShareView, now: number): boolean =>
  endedAt === undefined && now < (expiresAt ?? Infinity) && page !== undefined

export function stateOf(share: ShareView, now: number): string {
  if (share.closedAt !== undefined) return 'Closed'
  if (share.endedAt !== undefined) return 'Turned off'
  if (!isOpen(share, now)) return share.page === undefined ? 'Page deleted' : 'Expired'
  return share.hasPassword ? 'Active, with a password' : 'Active'
}
