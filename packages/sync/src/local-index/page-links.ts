/**
 * The graph of pages: which page names which, by a link or by a tag, with the resolved type of each page.
 *
 * @see sync, The device's rules 7b
 */
import { kindOf, resolveType } from '@notegraph/graph'
import { pageNamed, type NotePage } from '@notegraph/search'
import { DEVICE_LIMITS } from '../limits.ts'

/** A page of the graph. */
export interface LinkedPage {
  readonly id: string
  /** The resolved type, such as `person`, `tag` or `page`. */
  readonly type: string
}

/** The pages of a graph, and the links between them. */
export interface PageLinks {
  /** The live pages, those with links to or from most other pages first; up to 50,000. */
  readonly pages: readonly LinkedPage[]
  /**
   * Links that are no tags, as pairs of places in `pages`: a page with such a block or property, and the linked page. Each pair
   * is there once. Up to 200,000 pairs.
   */
  readonly links: readonly number[]
  /** The same for tags. */
  readonly tags: readonly number[]
  /** The number of all pages. */
  readonly total: number
}

/** A name that a page has in a property, or a block on it in its text. */
export interface NameUse {
  /** The page or block, which counts once for each page that it names. */
  readonly source: object
  /** The page that this is on. */
  readonly page: NotePage
  readonly name: string
  readonly isTag: boolean
}

/** The names in the properties of pages. */
export function* propertyUses(pages: readonly NotePage[]): Generator<NameUse> {
  for (const page of pages) {
    for (const name of page.links) yield { source: page, page, name, isTag: false }
    for (const name of page.tags) yield { source: page, page, name, isTag: true }
  }
}

/** @param pages all live pages, oldest first */
export function pageLinks(pages: readonly NotePage[], uses: Iterable<NameUse>): PageLinks {
  const found = new Map<string, NotePage | undefined>()
  const target = (name: string): NotePage | undefined => {
    if (!found.has(name)) found.set(name, pageNamed({ pages }, name))
    return found.get(name)
  }
  const facts = new Map(pages.map((page) => [page, newFacts()]))
  for (const { source, page, name, isTag } of uses) {
    const named = target(name)
    if (!named) continue
    const { linked, tagged } = facts.get(named)!
    const sources = isTag ? tagged : linked
    sources.set(source, page)
  }
  for (const [named, { linked, tagged, near }] of facts)
    for (const page of [...linked.values(), ...tagged.values()])
      if (page !== named) {
        near.add(page)
        facts.get(page)!.near.add(named)
      }
  const order = pages
    .toSorted((a, b) => facts.get(b)!.near.size - facts.get(a)!.near.size)
    .slice(0, DEVICE_LIMITS.graphPages)
  const places = new Map(order.map((page, at) => [page, at]))
  const pairs = (of: 'linked' | 'tagged'): number[] => {
    const all: number[] = []
    for (const [at, page] of order.entries())
      for (const source of new Set(facts.get(page)![of].values())) {
        const from = places.get(source)
        if (from !== undefined && from !== at && all.length < 2 * DEVICE_LIMITS.graphLinks) all.push(from, at)
      }
    return all
  }
  return {
    pages: order.map((page) => ({ id: page.record.id, type: typeOf(page, facts.get(page)!) })),
    links: pairs('linked'),
    tags: pairs('tagged'),
    total: pages.length,
  }
}

/** The sources that name a page, each with its page, and the pages on either side of a link. */
interface Facts {
  readonly linked: Map<object, NotePage>
  readonly tagged: Map<object, NotePage>
  readonly near: Set<NotePage>
}

const newFacts = (): Facts => ({ linked: new Map(), tagged: new Map(), near: new Set() })

const typeOf = ({ declared, record, pdf }: NotePage, { linked, tagged }: Facts): string =>
  resolveType({
    ...(declared !== undefined && { declared }),
    kind: kindOf(record),
    pdf,
    tagged: tagged.size,
    linked: linked.size,
  })
