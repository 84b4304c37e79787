/**
 * Types of an account's own, beside those of the registry. A page describes one: its property `page-type` has the id, and
 * its name is the label. Each top-level block is a field (`fieldLine`). So a type is written, shown, synced, exported and
 * reverted like any page. A page declares it as `type::`, and its values are checked by its fields.
 * @see events 5
 */
import { fold } from '@notegraph/block-text'
import {
  findType,
  PAGE_TYPES,
  readFieldLine,
  unbracket,
  type Field,
  type PageType,
  type PageTypes,
} from '@notegraph/page-types'
import type { GraphStore, StoredPage } from '@notegraph/store'

/** The property that makes a page the description of a type. */
export const TYPE_ID = 'page-type'
/** The property with the plural of the label. */
export const TYPE_PLURAL = 'plural'

type Graph = Pick<GraphStore, 'pages' | 'blocks'>

/** Blocks of a description that are read. */
const MOST_BLOCKS = 200

/**
 * The registry with the types of the account that the texts name. A text that names no type is skipped.
 *
 * @param written types by id or label, in any form
 * @example
 * ```ts
 * const types = await typesNamed(graph, ['recipe'])
 * ```
 */
export async function typesNamed(graph: Graph, written: readonly string[]): Promise<PageTypes> {
  const own: PageType<string>[] = []
  for (const name of new Set(written)) {
    if (name.trim() === '' || findType(name)) continue
    const page = await typePage(graph, name)
    if (page) own.push(await describedBy(graph, page))
  }
  return own.length === 0 ? PAGE_TYPES : [...PAGE_TYPES, ...own]
}

/** The page that describes a type; undefined if no page does. @param written the type by id or label */
export async function typePage(graph: Graph, written: string): Promise<StoredPage | undefined> {
  const name = fold(unbracket(written))
  for (const spelling of new Set([name, name.replaceAll('-', ' ')])) {
    const page = await graph.pages.findByName(spelling)
    if (page && typeIdOf(page) !== undefined) return page
  }
  return undefined
}

/** The id of the type that a page describes; undefined if it describes none. */
export function typeIdOf(page: StoredPage): string | undefined {
  const id = propsOf(page)[TYPE_ID]?.trim()
  return id === '' || (id !== undefined && findType(id)) ? undefined : id
}

/** The type that a page describes. */
export async function describedBy(graph: Graph, page: StoredPage): Promise<PageType<string>> {
  const { blocks } = await graph.blocks.listByPage(page.id, { limit: MOST_BLOCKS, offset: 0 })
  const fields: Field<string>[] = []
  for (const { depth, content } of blocks) {
    const [line = ''] = content.split('\n', 1) // properties of the block follow on lines of their own
    const field = depth === 0 ? readFieldLine(line) : undefined
    if (field && fields.every(({ key }) => key !== field.key)) fields.push(field)
  }
  const plural = propsOf(page)[TYPE_PLURAL] ?? page.name
  return { type: typeIdOf(page) ?? '', label: page.name, plural, fields }
}

const propsOf = ({ view }: StoredPage): Readonly<Record<string, string>> =>
  (JSON.parse(view) as { readonly props: Readonly<Record<string, string>> }).props
