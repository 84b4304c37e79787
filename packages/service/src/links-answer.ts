/** The links of a page or a block as JSON, grouped by the page that has them. */
import type { BlockLinksAnswer, LinksAnswer } from '@notegraph/contract'
import { groupBy, pageJson } from '@notegraph/graph'
import { answer, envelope, items, type Answer } from './answer.ts'
import type { FoundBlockLinks, FoundLink, FoundLinks } from './links.ts'
import { foundJson, type NestedById } from './nested.ts'

/**
 * @param offset the place of the first link in the whole list
 * @param nested the blocks under those of the answer, which ends where the map ends
 */
export function linksAnswer(found: FoundLinks, offset: number, nested?: NestedById): Answer<LinksAnswer> {
  const page = `"page":${pageJson(found.page)}`
  const withUnlinked = found.counts.unlinked !== undefined
  const { pages, count } = groupedLinks(found.links, page, withUnlinked, nested)
  const end = envelope(count, offset, found.total)
  return answer(
    `{${page},${pages},"counts":${JSON.stringify(found.counts)},${end},"truncated":${found.truncated}}`,
  )
}

/** The links of a block. @see linksAnswer */
export function blockLinksAnswer(
  { block, links, total }: FoundBlockLinks,
  offset: number,
  nested?: NestedById,
): Answer<BlockLinksAnswer> {
  const own = `"block":${foundJson(block)}`
  const { pages, count } = groupedLinks(links, own, false, nested)
  return answer(`{${own},${pages},${envelope(count, offset, total)}}`)
}

/** The member `pages` with as many links as fit beside another member, and their number. */
function groupedLinks(
  all: readonly FoundLink[],
  beside: string,
  withUnlinked: boolean,
  nested: NestedById | undefined,
): { readonly pages: string; readonly count: number } {
  const seen = new Set<string>()
  const left = nested ? all.findIndex((link) => link.kind !== 'fields' && !nested.has(link.block.id)) : -1
  const links = left < 0 ? all : all.slice(0, left)
  // The text of a link, and that of its group before its first link, are what the answer grows by.
  const { count } = items(links, (link) => `${headOf(link, seen)}${linkJson(link, nested)}`, beside)
  const groups = groupBy(links.slice(0, count), ({ pageId }) => pageId)
  const pages = [...groups.values()].map((group) => groupJson(group, withUnlinked, nested))
  return { pages: `"pages":[${pages.join()}]`, count }
}

/** The empty group of a page that has none yet. */
function headOf(link: FoundLink, seen: Set<string>): string {
  if (seen.has(link.pageId)) return ''
  seen.add(link.pageId)
  return groupJson([{ ...link, kind: 'fields', fields: [] }], true)
}

function groupJson(links: readonly FoundLink[], withUnlinked: boolean, nested?: NestedById): string {
  const { pageId, pageName } = links[0]!
  const listed = (kind: FoundLink['kind']): string =>
    `[${links
      .filter((link) => link.kind === kind)
      .map((link) => linkJson(link, nested))
      .filter(Boolean)
      .join()}]`
  const unlinked = withUnlinked ? `,"unlinked":${listed('unlinked')}` : ''
  return `{"id":${JSON.stringify(pageId)},"name":${JSON.stringify(pageName)},"fields":${listed('fields')},"blocks":${listed('block')}${unlinked}}`
}

/** The members of a page's fields, or a block. */
const linkJson = (link: FoundLink, nested: NestedById | undefined): string =>
  link.kind === 'fields'
    ? link.fields.map((field) => JSON.stringify(field)).join()
    : foundJson(link.block, nested)
