/**
 * Links to a page from blocks and from other pages, and on request the blocks that only mention it. Blocks are grouped
 * by their page.
 */
import { LIMITS } from '@notegraph/contract'
import { groupBy } from '@notegraph/graph'
import type { FoundBlock, StoredPage } from '@notegraph/store'
import { raw } from 'hono/html'
import { counted, numbered } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { Visit } from '../../page.ts'
import { addressWith } from '../../components/address-with.ts'
import { blockAddress, pageLink, searchAddress } from '../../components/links.ts'
import { keptParts } from '../../components/kept-html.ts'
import type { ShownBlocks } from '../../components/outline.ts'
import { factsOf } from '../../components/page-facts.ts'
import { showBlocks } from '../../components/shown-blocks.ts'
import { showMatches } from '../../components/shown-matches.ts'
import { typeWord } from '../../components/type-labels.ts'

/** The most blocks that link to a page, and that mention it; the search has all of them. */
const BLOCKS = 20
/** The most pages that link to a page in their properties. */
const NAMING = 50
/** The parameter that asks for mentions. They are a search of their own, which not every reader of a page needs. */
const MENTIONS = 'mentions'

const first = (limit: number) => ({ limit, offset: 0, bytes: LIMITS.answerBytes })

/**
 * The blocks that link or tag a page of this name, and the pages that do in their properties. The page need not
 * exist.
 * @param path the path of the page that shows them, if the page exists and so may be mentioned
 */
export async function backlinks(deps: WebDeps, visit: Visit, name: string, path?: string): Promise<Html> {
  const { query } = visit
  const kept = await keptParts(deps, visit)
  const links = await kept(`links ${name}`, async () => String(await linksTo(deps, visit, name)))
  const asksMentions = path !== undefined && query.get(MENTIONS) === '1'
  return html`${raw(links)} ${asksMentions && (await fromMentions(deps, visit, name))}
  ${path !== undefined && !asksMentions && html`<p><a class="button quiet" href="${addressWith(path, query, { [MENTIONS]: '1' })}#${MENTIONS}">Show unlinked mentions</a></p>`}`
}

async function linksTo(deps: WebDeps, visit: Visit, name: string): Promise<Html> {
  const { blocks, total, truncated } = await deps.reader.linksTo(visit.caller, name, first(BLOCKS))
  const naming = await deps.reader.pagesNaming(visit.caller, name, first(NAMING))
  const count = truncated ? `${numbered(total)}+` : numbered(total)
  return html`${blocks.length > 0 && fromBlocks(name, blocks, count, await showBlocks(deps, visit, blocks))}
  ${naming.total > 0 && fromPages(naming)}`
}

/** @param count `20`, or `10,000+` where more blocks than are counted link */
const fromBlocks = (name: string, blocks: readonly FoundBlock[], count: string, shown: ShownBlocks): Html =>
  html`<section aria-labelledby="from">
    <h2 id="from">Linked from <span class="count">${count}</span></h2>
    ${byPage(blocks, shown)}
    ${count !== numbered(blocks.length) && !/[[\]]/.test(name) && html`<p><a class="button quiet" href="${searchAddress(`[[${name}]]`)}">All ${count}</a></p>`}
  </section>`

const byPage = (blocks: readonly FoundBlock[], shown: ShownBlocks): Html =>
  html`${[...groupBy(blocks, ({ pageId }) => pageId).values()].map(
    (group) =>
      html`<section class="of-page">
        <h3>${pageLink(group[0]!.pageName, group[0]!.pageId)}</h3>
        <ul class="found">
          ${group.map(
            ({ id }) =>
              html`<li>
                ${raw(shown.get(id) ?? '')}
                <p class="small"><a href="${blockAddress(id)}">Show in context</a></p>
              </li>`,
          )}
        </ul>
      </section>`,
  )}`

const fromPages = ({
  pages,
  total,
}: {
  readonly pages: readonly StoredPage[]
  readonly total: number
}): Html =>
  html`<section aria-labelledby="naming">
    <h2 id="naming">Linked from properties <span class="count">${numbered(total)}</span></h2>
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

async function fromMentions(deps: WebDeps, visit: Visit, name: string): Promise<Html | undefined> {
  const read = async (limit: number, offset: number) =>
    deps.reader.readLinks(visit.caller, name, {
      ...first(limit),
      offset,
      unlinked: 'true',
    })
  // Mentions are the last part of the list of links.
  const all = await read(1, 0)
  if (!all.ok) return undefined
  const { fields, blocks: linked, unlinked = 0 } = all.value.counts
  const listed = await read(BLOCKS, fields + linked)
  if (!listed.ok) return undefined
  const { page, links } = listed.value
  const blocks = links.flatMap((link) => (link.kind === 'unlinked' ? [link.block] : []))
  const shown = await showMatches(deps, visit, blocks, [page.name, ...factsOf(page).aliases])
  return html`<section aria-labelledby="${MENTIONS}">
    <h2 id="${MENTIONS}">Unlinked mentions <span class="count">${numbered(unlinked)}</span></h2>
    ${blocks.length === 0 ? html`<p class="muted">No block mentions this page without a link.</p>` : byPage(blocks, shown)}
    ${unlinked > blocks.length && html`<p class="muted">And ${counted(unlinked - blocks.length, 'more block')}.</p>`}
  </section>`
}
