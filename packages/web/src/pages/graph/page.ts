/** One page: its facts, its fields, its blocks as an outline, and the blocks that link to it. */
import { LIMITS } from '@notegraph/contract'
import { toErrorBody, type FoundPage, type Refusal } from '@notegraph/service'
import type { FoundBlock, StoredPage, Window } from '@notegraph/store'
import type { WebDeps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { Routes, View, Visit } from '../../page.ts'
import { GRAPH, pageAddress, pageLink, searchAddress } from '../../components/links.ts'
import { message } from '../../components/message.ts'
import { found, outline, parentsOf } from '../../components/outline.ts'
import { factList, factsOf } from '../../components/page-facts.ts'
import { counted, many, nothingHere, offsetOf, paging } from '../../components/paging.ts'
import { agoAt } from '../../components/time.ts'
import { newSharePath } from '../sharing/forms.ts'
import { showBlocks } from '../../components/shown-blocks.ts'
import { typeWord } from '../../components/type-labels.ts'
import { valueHtml } from '../../components/value-html.ts'

const PATH = `${GRAPH}/page`
/** The most blocks of a page at a time. */
export const LIMIT: number = LIMITS.webBlocks
/** The part of a page from an offset. */
export const windowAt = (offset: number): Window => ({ limit: LIMIT, offset, bytes: LIMITS.answerBytes })
/** The most blocks that link to a page; the search has all of them. */
const LEADING = 20
/** The most pages that link to a page in their properties. */
const NAMING = 50

export function pageRoutes(on: Routes, deps: WebDeps): void {
  on.get(PATH, async (visit) => {
    const { caller, query } = visit
    const id = query.get('id')
    const graph = deps.reader.graph(caller)
    const offset = offsetOf(query)
    const byId = id === null ? undefined : await graph.pages.find(id)
    if (byId) {
      const window = await graph.blocks.listByPage(byId.id, windowAt(offset))
      return shown(deps, visit, { page: byId, ...window }, offset)
    }
    const name = query.get('name') ?? ''
    const found = await deps.reader.readPage(caller, name, windowAt(offset))
    return found.ok ? shown(deps, visit, found.value, offset) : missing(deps, visit, name, found.refusal)
  })
}

async function shown(
  deps: WebDeps,
  visit: Visit,
  { page, blocks, total }: FoundPage,
  offset: number,
): Promise<View> {
  const parents = await parentsOf(deps.reader, visit, blocks)
  const blocksHtml = await showBlocks(deps, visit, [...parents, ...blocks])
  return {
    title: page.name,
    body: html`${about(page, deps.clock(), visit.zone)}
    ${blocks.length > 0 ? outline(blocks, blocksHtml, { parents }) : nothingHere({ path: PATH, query: visit.query, total }, html`<p class="empty">This page has no blocks yet.</p>`)}
    ${paging({ path: PATH, query: visit.query, offset, limit: LIMIT, shown: blocks.length, total })}
    ${await leading(deps, visit, page.name)}`,
  }
}

function about(page: StoredPage, now: number, zone: string): Html {
  const facts = factsOf(page)
  return html`<p class="muted">
      ${typeWord(page.type)} · ${counted(page.counts.blocks, 'block')}, ${counted(page.counts.words, 'word')}
      · edited ${agoAt(page.editedAt, now, zone)}${facts.favorite && ' · favorite'} ·
      <a href="${newSharePath(page.id)}">Share</a>
    </p>
    ${factList(facts, {
      value: valueHtml,
      name: (name) => html`<a href="${pageAddress(name)}"><bdi>${name}</bdi></a>`,
    })}`
}

/**
 * The blocks that link or tag a page of this name, and the pages that do in their properties. The page need not
 * exist.
 */
export async function leading(deps: WebDeps, visit: Visit, name: string): Promise<Html> {
  const { caller } = visit
  const { blocks, total, truncated } = await deps.reader.linksTo(caller, name, {
    limit: LEADING,
    offset: 0,
    bytes: LIMITS.answerBytes,
  })
  const naming = await deps.reader.pagesNaming(caller, name, {
    limit: NAMING,
    offset: 0,
    bytes: LIMITS.answerBytes,
  })
  return html`${blocks.length > 0 && fromBlocks(name, blocks, truncated ? `${many(total)}+` : many(total), found(blocks, await showBlocks(deps, visit, blocks)))}
  ${naming.total > 0 && fromPages(naming)}`
}

/** @param count `20`, or `10,000+` where more blocks than are counted link */
const fromBlocks = (name: string, blocks: readonly FoundBlock[], count: string, list: Html): Html =>
  html`<section aria-labelledby="from">
    <h2 id="from">Linked from <span class="count">${count}</span></h2>
    ${list}
    ${count !== many(blocks.length) && !/[[\]]/.test(name) && html`<p><a class="button quiet" href="${searchAddress(`[[${name}]]`)}">All ${count}</a></p>`}
  </section>`

const fromPages = ({
  pages,
  total,
}: {
  readonly pages: readonly StoredPage[]
  readonly total: number
}): Html =>
  html`<section aria-labelledby="naming">
    <h2 id="naming">Linked from properties <span class="count">${many(total)}</span></h2>
    <ul class="plain pages">
      ${pages.map(
        ({ name, id, type }) =>
          html`<li>
            <span class="name">${pageLink(name, id)}</span> <span class="muted small">${typeWord(type)}</span>
          </li>`,
      )}
    </ul>
    ${total > pages.length && html`<p class="muted">And ${counted(total - pages.length, 'more page')}.</p>`}
  </section>`

/** A page that does not exist may still have links. */
async function missing(deps: WebDeps, visit: Visit, name: string, refusal: Refusal): Promise<View> {
  const { error, hint } = toErrorBody(refusal)
  const from = name.trim() === '' ? undefined : await leading(deps, visit, name)
  const words = message(name.trim() === '' ? 'Page not found' : name, error, hint)
  return { ...words, body: html`${words.body} ${from}`, status: 404 }
}
