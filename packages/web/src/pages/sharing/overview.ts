/** The list of links, and the choice of a page to share. */
import { LIMITS } from '@notegraph/contract'
import type { ShareView } from '@notegraph/service'
import { textField } from '../../components/form.ts'
import { resourceTable } from '../../components/resource.ts'
import { dateAt } from '../../components/time.ts'
import { html, type Html } from '../../html.ts'
import type { Visit } from '../../page.ts'
import { NEW_SHARE, sharePath, zoneOfDays } from './forms.ts'

export const chooseForm = (): Html =>
  html`<form method="get" action="${NEW_SHARE}" class="card">
    ${textField({
      name: 'page',
      label: 'Page',
      hint: 'The name of a page, or a day such as 2026-11-20.',
      how: html`required maxlength="${LIMITS.pageName}" autocomplete="off" dir="auto"`,
    })}
    <button class="button">Share page</button>
  </form>`

export const shareTable = (shares: readonly ShareView[], visit: Visit, now: number): Html =>
  resourceTable(shares, [
    ['Page', (share) => html`<a href="${sharePath(share.id)}">${nameHtml(share)}</a>`],
    ['State', (share) => stateOf(share, now)],
    ['Expires', (share) => lastDayHtml(share, visit)],
    ['Created', ({ createdAt }) => dateAt(createdAt, visit.zone)],
  ])

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
