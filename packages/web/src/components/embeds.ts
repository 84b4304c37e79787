/**
 * Embedded pages, embedded blocks and the results of queries. Each shows a first part, and what is embedded embeds
 * nothing in turn, so the work for a page is bounded.
 */
import { LIMITS } from '@notegraph/contract'
import { createRenderer, escapeHtml, tableHtml, type Needs } from '@notegraph/render'
import type { Refusal } from '@notegraph/service'
import type { OutlinedBlock, StoredBlock, Window } from '@notegraph/store'
import type { WebDeps } from '../deps.ts'
import type { Visit } from '../page.ts'
import { blockAddress, nameAddress, pageIdAddress, searchAddress } from './links.ts'
import { keptParts } from './kept-html.ts'
import { outlineHtml, type ShownBlocks } from './outline.ts'
import { factsOf, type PageFacts } from './page-facts.ts'
import { refusalWords } from './refusal-words.ts'

export type ReadDeps = Pick<WebDeps, 'reader' | 'baseUrl' | 'clock'>
export type ShowEmbedded = (blocks: readonly StoredBlock[]) => Promise<ShownBlocks>

/** The most embedded pages, embedded blocks and queries on one page, of each; the others are links or words. */
const MOST_EMBEDS = 10
/** The part that is shown. */
const EMBEDDED: Window = { limit: 20, offset: 0, bytes: LIMITS.answerBytes }

/** HTML by name, id and query. */
export interface Embeds {
  readonly pages: ReadonlyMap<string, string>
  readonly blocks: ReadonlyMap<string, string>
  readonly queries: ReadonlyMap<string, string>
}

export const NO_EMBEDS: Embeds = { pages: new Map(), blocks: new Map(), queries: new Map() }

/** One after the other: a page of many queries takes no more of the machine than a page of one. */
export async function embedsOf(
  deps: ReadDeps,
  visit: Visit,
  { embeddedPages, embeddedBlocks, queries, tables }: Needs,
  show: ShowEmbedded,
): Promise<Embeds> {
  const { reader } = deps
  const { caller } = visit

  async function page(name: string): Promise<string | undefined> {
    const found = await reader.readPage(caller, name, EMBEDDED)
    if (!found.ok) return undefined
    const { page, blocks, total } = found.value
    return frame(link(pageIdAddress(page.id), page.name), await nested(blocks), total - blocks.length)
  }

  async function block(id: string): Promise<string | undefined> {
    const under = await reader.graph(caller).blocks.subtree(id, EMBEDDED.limit, EMBEDDED.bytes)
    if (!under) return undefined
    const { blocks, total } = under
    return frame(link(blockAddress(id), 'Embedded block'), await nested(blocks), total - blocks.length)
  }

  async function nested(blocks: readonly OutlinedBlock[]): Promise<string> {
    return blocks.length === 0
      ? '<p class="muted">No blocks yet.</p>'
      : outlineHtml(blocks, await show(blocks))
  }

  async function results(query: string): Promise<string | undefined> {
    if (query.length > LIMITS.queryCharacters) return undefined
    const answer = await reader.search(caller, query, EMBEDDED, 'The query')
    const code = `<code>${escapeHtml(query)}</code>`
    if (!answer.ok) return frame(code, `<p class="muted small">${refusalHtml(query, answer.refusal)}</p>`, 0)
    const { blocks, total } = answer.value
    const title = `<a href="${escapeHtml(searchAddress(query))}">${code}</a>`
    if (blocks.length === 0) return frame(title, '<p class="muted">No matches.</p>', 0)
    const shown = await show(blocks)
    const table = tables.get(query)
    if (table) {
      const pages = await pagesOf(blocks)
      const rows = blocks.map(({ id, pageId, pageName, content }) => ({
        page: link(pageIdAddress(pageId), pageName),
        block: shown.get(id) ?? '',
        content,
        props: pages.get(pageId),
      }))
      const { line } = createRenderer({ page: nameAddress })
      return frame(title, tableHtml(table, rows, line), total - blocks.length)
    }
    const items = blocks.map(
      ({ id, pageId, pageName }) =>
        `<li>${shown.get(id) ?? ''}<p class="muted small">on ${link(pageIdAddress(pageId), pageName)}</p></li>`,
    )
    return frame(title, `<ul class="found">${items.join('')}</ul>`, total - blocks.length)
  }

  /** The properties of the pages of results. */
  async function pagesOf(blocks: readonly StoredBlock[]): Promise<ReadonlyMap<string, PageFacts['props']>> {
    const props = new Map<string, PageFacts['props']>()
    for (const id of new Set(blocks.map(({ pageId }) => pageId))) {
      const found = await reader.graph(caller).pages.find(id)
      if (found) props.set(id, factsOf(found).props)
    }
    return props
  }

  const kept = await keptParts(deps, visit)
  return {
    pages: await htmlOf(embeddedPages, (name) => kept(`page ${name}`, async () => page(name))),
    blocks: await htmlOf(embeddedBlocks, (id) => kept(`block ${id}`, async () => block(id))),
    queries: await htmlOf(queries, (query) =>
      kept(`query ${query} ${JSON.stringify(tables.get(query))}`, async () => results(query)),
    ),
  }
}

type Render = (key: string) => Promise<string | undefined>

async function htmlOf(keys: readonly string[], render: Render): Promise<ReadonlyMap<string, string>> {
  const html = new Map<string, string>()
  for (const key of keys.slice(0, MOST_EMBEDS)) {
    const one = await render(key)
    if (one !== undefined) html.set(key, one)
  }
  return html
}

/** A query in Datalog begins with a bracket or a brace, which no other query does. */
const refusalHtml = (query: string, refusal: Refusal): string =>
  /^[[{]:/.test(query) ? 'This query runs in Logseq only.' : escapeHtml(refusalWords(refusal).error)

const link = (address: string, words: string): string =>
  `<a href="${escapeHtml(address)}"><bdi>${escapeHtml(words)}</bdi></a>`

/** @param more the number of blocks that are not shown */
const frame = (title: string, html: string, more: number): string =>
  `<div class="embed"><p class="embed-title">${title}</p>${html}${more > 0 ? `<p class="muted small">${more === 1 ? '1 more block' : `${more} more blocks`}</p>` : ''}</div>`
