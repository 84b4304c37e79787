/** One page: its facts, its fields, its blocks as an outline, and the blocks that link to it. */
import { LIMITS } from '@notegraph/contract'
import { pageIcon, type FoundPage, type Refusal } from '@notegraph/service'
import type { StoredPage, Window } from '@notegraph/store'
import { raw } from 'hono/html'
import type { WebDeps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { Routes, View, Visit } from '../../page.ts'
import { captureForm } from '../../components/capture-form.ts'
import { GRAPH, HISTORY_PATH, withId } from '../../components/links.ts'
import { keptParts, type KeptPart } from '../../components/kept-html.ts'
import { notFound } from '../../components/not-found.ts'
import { pagePicture } from '../../components/page-picture.ts'
import { factsOf } from '../../components/page-facts.ts'
import { shownName } from '../../components/page-name.ts'
import { nothingHere, offsetOf, paging } from '../../components/paging.ts'
import { aboutPage } from './about-page.ts'
import { showOutline } from '../../components/shown-blocks.ts'
import { backlinks } from './backlinks.ts'

const PATH = `${GRAPH}/page`
/** The most blocks of a page at a time. */
export const LIMIT: number = LIMITS.webBlocks
/** The part of a page from an offset. */
export const windowAt = (offset: number): Window => ({ limit: LIMIT, offset, bytes: LIMITS.answerBytes })

export function pageRoutes(on: Routes, deps: WebDeps): void {
  on.get(PATH, async (visit) => {
    const { caller, query } = visit
    const id = query.get('id')
    const graph = deps.reader.graph(caller)
    const offset = offsetOf(query)
    const kept = await keptParts(deps, visit)
    const byId = id === null ? undefined : await graph.pages.find(id)
    if (byId) {
      const window = await graph.blocks.listByPage(byId.id, windowAt(offset))
      return shown(deps, visit, kept, { page: byId, ...window }, offset)
    }
    const name = query.get('name') ?? ''
    const found = await deps.reader.readPage(caller, name, windowAt(offset))
    return found.ok
      ? shown(deps, visit, kept, found.value, offset)
      : missing(deps, visit, name, found.refusal)
  })
}

async function shown(
  deps: WebDeps,
  visit: Visit,
  kept: KeptPart,
  { page, blocks, total }: FoundPage,
  offset: number,
): Promise<View> {
  const outlined = await kept(`outline ${page.id} ${offset}`, async () =>
    showOutline(deps, visit, blocks, offset),
  )
  return {
    title: shownName(page),
    ...iconOf(page),
    body: html`${await pagePicture(deps, visit, page)} ${aboutPage(deps, visit, page)}
      <div ${offset + blocks.length === total && html`data-list`}>
        ${blocks.length > 0 ? raw(outlined) : nothingHere({ path: PATH, query: visit.query, total }, html`<p class="empty">This page has no blocks yet.</p>`)}
      </div>
      ${visit.plan === 'active' && captureForm({ page: page.name })}
      ${paging({ path: PATH, query: visit.query, offset, limit: LIMIT, shown: blocks.length, total })}
      ${await backlinks(deps, visit, page.name, PATH)}`,
  }
}

function iconOf(page: StoredPage): Pick<View, 'icon'> {
  const icon = pageIcon(factsOf(page).props)
  return icon === undefined ? {} : { icon }
}

/** A page that does not exist may still have links. */
async function missing(deps: WebDeps, visit: Visit, name: string, refusal: Refusal): Promise<View> {
  const isNamed = name.trim() !== ''
  const view = notFound(isNamed ? name : 'Page not found', refusal, name.trim())
  const canCreate = isNamed && refusal.code === 'not_found' && visit.plan === 'active'
  return {
    ...view,
    body: html`${view.body} ${await toHistory(deps, visit)}
    ${
      canCreate &&
      html`<p class="muted">The first note creates the page.</p>
        ${captureForm({ page: name, isNew: true })}`
    }
    ${isNamed && (await backlinks(deps, visit, name))}`,
  }
}

/** A deleted page still has a history, from which it can be restored. */
async function toHistory({ history }: WebDeps, { account, query }: Visit): Promise<Html | undefined> {
  const id = query.get('id')
  if (id === null || !(await history.listPage(account, id, { limit: 1, offset: 0 })).ok) return undefined
  return html`<p><a href="${withId(HISTORY_PATH, id)}">History of the deleted page</a></p>`
}
