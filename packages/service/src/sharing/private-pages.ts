/**
 * The marks that keep a page private: from every site, and from what shares quote. A page has a mark as a property of its
 * own, or in its first block, where Logseq writes the properties of a page. Obsidian Publish writes `publish: false`.
 * @see sharing 5
 */
import type { GraphStore, PageFilter, Site } from '@notegraph/store'
import { listed } from './listed-pages.ts'

const NO = ['false', 'no']
const YES = ['true', 'yes']
const PRIVATE_VALUES: Readonly<Record<string, readonly string[]>> = { public: NO, publish: NO, private: YES }

/** A value is the same with and without quotes. */
const quoted = (value: string): readonly string[] => [
  value,
  `"${value}"`,
  `'${value}'`,
  `“${value}”`,
  `‘${value}’`,
]

interface PrivateMark {
  /** The mark as a person writes it. */
  readonly mark: string
  readonly filter: PageFilter
}

/** Each property that keeps a page private; values are folded. */
const PRIVATE_PROPERTIES = Object.entries(PRIVATE_VALUES).flatMap(([key, values]) =>
  values.map((value) => ({
    mark: `${key}:: ${value}`,
    markedBy: quoted(value).map((text) => ({ key, value: text })),
  })),
)

const PRIVATE_MARKS = PRIVATE_PROPERTIES.flatMap(({ markedBy }) => markedBy)

/** The filters of pages that stay private. @param except tags that keep a page private too */
export const privateFilters = (except: readonly string[]): readonly PageFilter[] => [
  { markedBy: PRIVATE_MARKS },
  ...except.map((tag) => ({ tag })),
]

/**
 * The ids of the pages that stay private.
 *
 * @param except tags that keep a page private too
 * @param ids only among these pages
 * @example
 * ```ts
 * (await privatePages(store.graph(account.id), ['draft'], ['diary'])).has('diary')
 * ```
 */
export async function privatePages(
  graph: GraphStore,
  except: readonly string[],
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const filter of ids.length === 0 ? [] : privateFilters(except))
    for await (const { id } of listed(graph, { ...filter, ids })) found.add(id)
  return found
}

/**
 * The marks that keep pages private, as a person writes them, by the id of the page.
 *
 * @param except a tag that keeps a page private too
 * @param ids the pages to look at
 * @example
 * ```ts
 * (await privateMarks(store.graph(account.id), 'draft', ['diary'])).get('diary') // ['public:: false', '#draft']
 * ```
 */
export async function privateMarks(
  graph: GraphStore,
  except: string | undefined,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const filters: readonly PrivateMark[] = [
    ...PRIVATE_PROPERTIES.map(({ mark, markedBy }) => ({ mark, filter: { markedBy } })),
    ...(except === undefined ? [] : [{ mark: `#${except}`, filter: { tag: except } }]),
  ]
  const found = new Map<string, string[]>()
  for (const { mark, filter } of ids.length === 0 ? [] : filters)
    for await (const { id } of listed(graph, { ...filter, ids }))
      found.set(id, [...(found.get(id) ?? []), mark])
  return found
}

/** The tags that keep a page private on one of the open or closed sites of an account. */
export const privateTags = (sites: readonly Site[]): readonly string[] => {
  const counting = sites.filter(({ endedAt, closedAt }) => endedAt === undefined || closedAt !== undefined)
  return [...new Set(counting.flatMap(({ rule: { except } }) => (except === undefined ? [] : [except])))]
}
