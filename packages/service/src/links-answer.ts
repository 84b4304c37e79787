/** The links of a page as JSON, grouped by the page that has them. */
import type { LinksAnswer } from '@notegraph/contract'
import { groupBy, pageJson } from '@notegraph/graph'
import { answer, envelope, items, type Answer } from './answer.ts'
import type { FoundLink, FoundLinks } from './links.ts'
import { foundJson, type NestedById } from './nested.ts'

/**
 * @param offset the place of the first link in the whole list
 * @param nested what is nested under the blocks; it ends the answer where the map ends
 */
export function linksAnswer(found: FoundLinks, offset: number, nested?: NestedById): Answer<LinksAnswer> {
  const page = pageJson(found.page)
  const seen = new Set<string>()
  const left = nested
    ? found.links.findIndex((link) => link.kind !== 'fields' && !nested.has(link.block.id))
    : -1
  const links = left < 0 ? found.links : found.links.slice(0, left)
  // The text of a link, and that of its group before its first link, are what the answer grows by.
  const { count } = items(links, (link) => `${headOf(link, seen)}${linkJson(link, nested)}`, page)
  const groups = groupBy(links.slice(0, count), ({ pageId }) => pageId)
  const pages = [...groups.values()].map((group) =>
    groupJson(group, found.counts.unlinked !== undefined, nested),
  )
  const end = envelope(count, offset, found.total)
  return answer(
    `{"page":${page},"pages":[${pages.join()}],"counts":${JSON.stringify(found.counts)},${end},"truncated":${found.truncated}}`,
  )
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
