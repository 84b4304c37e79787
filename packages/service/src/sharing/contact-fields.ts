/**
 * Published pages with contact details: fields and properties for an e-mail address, a phone number or a postal address. The
 * owner is warned of them before a site is published.
 * @see sharing 5
 */
import { PAGE_TYPES } from '@notegraph/page-types'
import type { Query } from '@notegraph/query'
import type { GraphStore } from '@notegraph/store'
import { NO_DAYS } from '../read-query.ts'
import { listed } from './listed-pages.ts'
import type { SelectedSet } from './site-pages.ts'

const FIELD_KEYS = PAGE_TYPES.flatMap(({ fields }) =>
  fields.filter(({ kind, key }) => kind === 'email' || kind === 'tel' || key === 'address'),
).map(({ key }) => key)

/** Keys that people choose for properties without a type. */
const OTHER_KEYS = [
  'e-mail',
  'mail',
  'email-address',
  'telephone',
  'tel',
  'mobile',
  'phone-number',
  'fax',
  'street',
  'home-address',
  'postal-address',
]

/** The keys of properties with contact details. */
const KEYS: readonly string[] = [...new Set([...FIELD_KEYS, ...OTHER_KEYS])]

/** Blocks that are read in one step, and in all, for one key. */
const STEP = 1_000
const MOST_BLOCKS = 10_000

/**
 * The keys of contact details on each page that has some, by its id.
 *
 * @example
 * ```ts
 * (await contactFields(store.graph(account.id), pages)).get('ada') // ['email', 'phone']
 * ```
 */
export async function contactFields(
  graph: GraphStore,
  set: SelectedSet,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, Set<string>>()
  const note = (pageId: string, key: string): void => {
    if (set.has(pageId)) found.set(pageId, (found.get(pageId) ?? new Set()).add(key))
  }
  for (const key of KEYS) {
    for await (const { id } of listed(graph, { property: { key } })) note(id, key)
    for await (const pageId of pagesOfBlocks(graph, key)) note(pageId, key)
  }
  return new Map(Array.from(found, ([id, keys]) => [id, [...keys]]))
}

/** The pages of blocks that have a property of their own. */
async function* pagesOfBlocks({ search }: GraphStore, key: string): AsyncGenerator<string> {
  const onPage: Query = { kind: 'not', operand: { kind: 'page-property', key, at: 0 }, at: 0 }
  const query: Query = { kind: 'and', operands: [{ kind: 'property', key, at: 0 }, onPage], at: 0 }
  for (let offset = 0; offset < MOST_BLOCKS; offset += STEP) {
    const { blocks } = await search.find(query, NO_DAYS, { limit: STEP, offset }, MOST_BLOCKS)
    for (const { pageId } of blocks) yield pageId
    if (blocks.length < STEP) return
  }
}
