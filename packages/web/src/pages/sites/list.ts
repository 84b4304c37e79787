/** The list of sites. */
import type { SiteView } from '@notegraph/service'
import { counted } from '@notegraph/service'
import { resourceTable } from '../../components/resource.ts'
import { dateAt } from '../../components/time.ts'
import { html, type Html } from '../../html.ts'
import type { Visit } from '../../page.ts'
import { sitePath } from './forms.ts'

export const siteTable = (sites: readonly SiteView[], { zone }: Visit): Html =>
  resourceTable(sites, [
    ['Site', ({ slug, title }) => html`<a href="${sitePath(slug)}"><bdi>${title}</bdi></a>`],
    ['Address', ({ slug }) => slug],
    ['State', stateOf],
    ['Created', ({ createdAt }) => dateAt(createdAt, zone)],
  ])

export function stateOf({ endedAt, closedAt, published }: SiteView): string {
  if (closedAt !== undefined) return 'Closed'
  return endedAt === undefined ? `Published, ${counted(published, 'page')}` : 'Unpublished'
}
