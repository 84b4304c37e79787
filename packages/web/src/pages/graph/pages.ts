/** Pages by type, name, alias and value, in the chosen order. */
import type { ResolvedType } from '@notegraph/graph'
import { counted, numbered } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { Page, View, Visit } from '../../page.ts'
import { addressWith } from '../../components/address-with.ts'
import { favorites } from '../../components/favorites.ts'
import { GRAPH } from '../../components/links.ts'
import { pageItem } from '../../components/page-item.ts'
import { nothingHere, offsetOf, paging } from '../../components/paging.ts'
import { searchForm } from '../../components/search-form.ts'
import { TYPES } from '../../components/type-labels.ts'
import { blockRoutes } from './block.ts'
import { editBlockRoutes } from './edit-block.ts'
import { editPageRoutes } from './edit-page.ts'
import { favoriteRoutes } from './favorite.ts'
import { firstSteps, firstStepsRoutes } from './first-steps.ts'
import { goRoutes } from './go.ts'
import { forgetRoutes } from './forget.ts'
import { historyRoutes } from './history.ts'
import { pageFilterForm, pageFilters } from './page-filters.ts'
import { pageRoutes } from './page.ts'
import { taskRoutes } from './task.ts'
import { undoRoutes } from './undo.ts'

const LIMIT = 50

export const pages: Page = {
  title: 'Pages',
  path: GRAPH,
  section: 'graph',
  icon: 'M6 3h8l4 4v14H6zM14 3v4h4',
  key: 'p',
  routes(on, deps) {
    on.get(GRAPH, (visit) => list(deps, visit))
    // The pages that this one links to.
    goRoutes(on, deps)
    favoriteRoutes(on, deps)
    pageRoutes(on, deps)
    blockRoutes(on, deps)
    editBlockRoutes(on, deps)
    editPageRoutes(on, deps)
    historyRoutes(on, deps)
    forgetRoutes(on, deps)
    taskRoutes(on, deps)
    undoRoutes(on, deps)
    firstStepsRoutes(on, deps)
  },
}

async function list(deps: WebDeps, visit: Visit): Promise<View> {
  const { caller, query, zone } = visit
  const filters = pageFilters(query)
  if (!filters.ok)
    return {
      title: 'Pages',
      status: 400,
      body: html`${searchForm()} ${pageFilterForm(query, filters.error)}`,
    }
  const { type, sort: _sort, limit: _limit, offset: _offset, ...narrowing } = filters.value
  const isNarrowed = Object.keys(narrowing).length > 0
  const offset = offsetOf(query)
  const counts = await deps.reader.graph(caller).pages.countByType()
  const { pages, total } = await deps.reader.listPages(caller, { ...filters.value, limit: LIMIT, offset })
  const item = { now: deps.clock(), zone, words: narrowing.q?.trim().split(/\s+/) ?? [] }
  return {
    title: 'Pages',
    body: html`${query.size === 0 && (await firstSteps(deps, visit))} ${searchForm()}
    ${!isNarrowed && offset === 0 && (await favorites(deps, visit))}
    ${counts.size > 0 && html`${chips(query, counts, { type, isNarrowed })} ${pageFilterForm(query)}`}
    ${isNarrowed && html`<p class="muted" role="status">${counted(total, 'page')}</p>`}
    ${
      pages.length === 0
        ? nothingHere({ path: GRAPH, query, total }, none(counts.size > 0, isNarrowed))
        : html`<ul class="plain pages">
            ${pages.map((page) => pageItem(page, item))}
          </ul>`
    }
    ${paging({ path: GRAPH, query, offset, limit: LIMIT, shown: pages.length, total })}`,
  }
}

function none(hasPages: boolean, isNarrowed: boolean): Html {
  if (hasPages)
    return html`<p class="empty">
      ${isNarrowed ? 'No pages match.' : 'No pages of this type.'} <a href="${GRAPH}">Show all pages</a>
    </p>`
  return html`<div class="empty">
    <p>No pages yet.</p>
    <p>
      Sync a device, or <a href="/settings/assistants">create a token</a> with Read and write so that a
      program can add pages.
    </p>
  </div>`
}

interface ChosenType {
  readonly type: ResolvedType | undefined
  /** Whether other filters apply, so that the counts of all pages would mislead. */
  readonly isNarrowed: boolean
}

function chips(
  query: URLSearchParams,
  counts: ReadonlyMap<ResolvedType, number>,
  { type: chosen, isNarrowed }: ChosenType,
): Html {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const chip = (type: ResolvedType | undefined, words: string, count: number) =>
    html`<li>
      <a href="${addressWith(GRAPH, query, { type })}" ${type === chosen && html`aria-current="true"`}
        >${words}${!isNarrowed && html` <span class="count">${numbered(count)}</span>`}</a
      >
    </li>`
  return html`<nav aria-label="Types">
    <ul class="chips">
      ${chip(undefined, 'All', all)}
      ${TYPES.map(([type, , more]) => counts.has(type) && chip(type, more, counts.get(type)!))}
    </ul>
  </nav>`
}
