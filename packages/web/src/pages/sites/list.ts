/** The list of sites. */
import type { SiteView } from '@notegraph/service'
import { counted } from '@notegraph/service'
import { dateAt } from '../../components/time.ts'
import { html, type Html } from '../../html.ts'
import type { Visit } from '../../page.ts'
import { sitePath } from './forms.ts'

export const siteTable = (sites: readonly SiteView[], { zone }: Visit): Html =>
  html`<table class="stack">
    <thead>
      <tr>
        <th scope="col">Site</th>
        <th scope="col">Address</th>
        <th scope="col">State</th>
        <th scope="col">Created</th>
      </tr>
    </thead>
    <tbody>
      ${sites.map(
        (site) =>
          html`<tr>
            <th scope="row">
              <a href="${sitePath(site.slug)}"><bdi>${site.title}</bdi></a>
            </th>
            <td data-label="Address">${site.slug}</td>
            <td data-label="State">${stateOf(site)}</td>
            <td data-label="Created">${dateAt(site.createdAt, zone)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`

export function stateOf({ endedAt, closedAt, published }: SiteView): string {
  if (closedAt !== undefined) return 'Closed'
  return endedAt === undefined ? `Published, ${counted(published, 'page')}` : 'Unpublished'
}
