/**
 * The results of a query on a page of a site: blocks of published pages alone, as if the graph had nothing else.
 * @see sharing 10
 */
import { parseBlock, searchedText, WordsFinder } from '@notegraph/block-text'
import { LIMITS, parseInOrder } from '@notegraph/contract'
import { linkName } from '@notegraph/graph'
import type { Query, QueryDays } from '@notegraph/query'
import type { GraphStore } from '@notegraph/store'
import { readQuery } from '../read-query.ts'
import { withoutHidden } from './hidden-parts.ts'
import { shownContent, textsOf, type SharedResult } from './shared-view.ts'
import type { PageSet } from './site-pages.ts'

/** The results that a page shows. */
const SHOWN = 50

/**
 * Runs a query.
 *
 * @param isTable whether the results need the properties of their pages
 * @returns undefined for a query that can't run here, such as one in Datalog
 * @example
 * ```ts
 * const results = await siteQuery(store.graph(account.id), pages, days, '(todo TODO)', false)
 * ```
 */
export async function siteQuery(
  graph: Pick<GraphStore, 'search' | 'pages' | 'records'>,
  set: PageSet,
  days: QueryDays,
  text: string,
  isTable: boolean,
): Promise<readonly SharedResult[] | undefined> {
  const { search, pages } = graph
  const read = text.length <= LIMITS.queryCharacters ? readQuery(text, 'query') : undefined
  if (!read?.ok) return undefined
  const operands: Query[] = [
    { kind: 'page-ids', ids: [...set.keys()], at: 0 },
    await asIfAlone(read.value, pages, set),
  ]
  const { blocks } = await search.find(
    { kind: 'and', operands, at: 0 },
    days,
    { limit: SHOWN, offset: 0 },
    SHOWN,
  )
  // A block that shows the results is none of them.
  const shown = blocks.filter(
    ({ pageId, content }) =>
      set.has(pageId) && !content.includes(`{{query ${text}`) && !isByHidden(content, read.value, set),
  )
  const props = new Map<string, PageProps>()
  for (const id of isTable ? new Set(shown.map(({ pageId }) => pageId)) : []) {
    const page = await pages.find(id)
    if (page) props.set(id, (parseInOrder(page.view) as { readonly props: PageProps }).props)
  }
  const texts = await textsOf(graph, shown)
  return shown.map(({ id, pageId, content }) => ({
    pageId,
    pageName: set.get(pageId)!.name,
    content: shownContent(texts.get(id) ?? content),
    ...(props.has(pageId) && { props: props.get(pageId)! }),
  }))
}

/** The query as it means in a graph without other pages: these have no aliases there, and nobody tags. */
async function asIfAlone(query: Query, pages: GraphStore['pages'], set: PageSet): Promise<Query> {
  const literal = async (name: string) => {
    const page = await pages.findByName(linkName(name))
    return page && !set.has(page.id) ? { literal: true as const } : {}
  }
  if ('operands' in query) {
    const operands: Query[] = []
    for (const one of query.operands) operands.push(await asIfAlone(one, pages, set))
    return { ...query, operands }
  }
  if (query.kind === 'not') return { ...query, operand: await asIfAlone(query.operand, pages, set) }
  if (query.kind === 'ref') return { ...query, ...(await literal(query.name)) }
  if (query.kind === 'page-tags') {
    const operands: Query[] = []
    for (const tag of query.tags) operands.push({ ...query, tags: [tag], ...(await literal(tag)) })
    return { kind: 'or', operands, at: query.at }
  }
  if (query.kind === 'property' || query.kind === 'page-property') {
    const { link, ...exact } = query
    return link && 'literal' in (await literal(query.value ?? '')) ? exact : query
  }
  if (query.kind !== 'page-type') return query
  // Only what pages declare counts: the page of a tag may not be on the site.
  if (query.type === 'tag') return { kind: 'page-ids', ids: [], at: query.at }
  if (query.type !== 'page') return query
  return { kind: 'or', operands: [query, { ...query, type: 'tag' }], at: query.at }
}

/** Whether a query asks for something that a block has in another way without its hidden parts. Such a block is no result. */
function isByHidden(content: string, query: Query, set: PageSet): boolean {
  const visible = withoutHidden(content)
  if (visible === content) return false
  const [whole, seen] = [asked(content), asked(visible)]
  return leavesOf(query).some((leaf) => whole(leaf) !== seen(leaf))

  function asked(text: string): (leaf: Query) => unknown {
    const { links, tags, properties } = parseBlock(text)
    const [words, names] = [searchedText(text), new Set([...links, ...tags].map(linkName))]
    return (leaf) => {
      if (leaf.kind === 'words') return new WordsFinder(leaf.text).isIn(words)
      if (leaf.kind === 'ref') return namesOf(leaf.name, set).some((name) => names.has(name))
      return leaf.kind === 'property' && properties.find(({ key }) => key === leaf.key)?.value
    }
  }
}

function leavesOf(query: Query): readonly Query[] {
  if ('operands' in query) return query.operands.flatMap(leavesOf)
  return query.kind === 'not' ? leavesOf(query.operand) : [query]
}

/** All names of the published page that has a name, in the form of `linkName`. */
function namesOf(name: string, set: PageSet): readonly string[] {
  const own = linkName(name)
  for (const page of set.values()) {
    const names = [page.name, ...page.aliases].map(linkName)
    if (names.includes(own)) return names
  }
  return [own]
}

type PageProps = Readonly<Record<string, string>>
