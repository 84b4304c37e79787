/** Pages by type, latest edit first. */
import type { ResolvedType } from '@notegraph/graph'
import type { WebDeps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { Page, View, Visit } from '../../page.ts'
import { GRAPH, pageLink } from '../../components/links.ts'
import { counted, many, nothingHere, offsetOf, paging } from '../../components/paging.ts'
import { searchForm } from '../../components/search-form.ts'
import { agoAt } from '../../components/time.ts'
import { typeWord, TYPES } from '../../components/type-labels.ts'
import { blockRoutes } from './block.ts'
import { pageRoutes } from './page.ts'

const LIMIT = 50

export const pages: Page = {
  title: 'Pages',
  path: GRAPH,
  section: 'graph',
  routes(on, deps) {
    on.get(GRAPH, (visit) => list(deps, visit))
    // The pages that this one links to.
    pageRoutes(on, deps)
    blockRoutes(on, deps)
  },
}

async function list(deps: WebDeps, { caller, query, zone }: Visit): Promise<View> {
  const type = TYPES.find(([one]) => one === query.get('type'))?.[0]
  const offset = offsetOf(query)
  const counts = await deps.reader.graph(caller).pages.countByType()
  const { pages, total } = await deps.reader.listPages(caller, {
    limit: LIMIT,
    offset,
    ...(type !== undefined && { type }),
  })
  const now = deps.clock()
  return {
    title: 'Pages',
    body: html`${searchForm()} ${counts.size > 0 && chips(counts, type)}
    ${
      pages.length === 0
        ? nothingHere({ path: GRAPH, query, total }, none(type))
        : html`<ul class="plain pages">
            ${pages.map(
              (page) =>
                html`<li>
                  <span class="name">${pageLink(page.name, page.id)}</span>
                  <span class="muted small"
                    >${typeWord(page.type)} · ${counted(page.counts.blocks, 'block')} ·
                    ${agoAt(page.editedAt, now, zone)}</span
                  >
                </li>`,
            )}
          </ul>`
    }
    ${paging({ path: GRAPH, query, offset, limit: LIMIT, total })}`,
  }
}

const none = (type: ResolvedType | undefined): Html =>
  type === undefined
    ? html`<div class="empty">
        <p>No pages yet.</p>
        <p>
          Sync a device, or <a href="/settings/assistants">create a token</a> with Read and write so that a
          program can add pages.
        </p>
      </div>`
    : html`<p class="empty">No pages of this type. <a href="${GRAPH}">Show all pages</a></p>`

function chips(counts: ReadonlyMap<ResolvedType, number>, chosen: ResolvedType | undefined): Html {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const chip = (href: string, words: string, count: number, current: boolean) =>
    html`<li>
      <a href="${href}" ${current && html`aria-current="true"`}
        >${words} <span class="count">${many(count)}</span></a
      >
    </li>`
  return html`<nav aria-label="Types">
    <ul class="chips">
      ${chip(GRAPH, 'All', all, chosen === undefined)}
      ${TYPES.map(([type, , more]) => counts.has(type) && chip(`${GRAPH}?type=${type}`, more, counts.get(type)!, type === chosen))}
    </ul>
  </nav>`
}
