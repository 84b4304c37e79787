/** Published pages with contact details among the words of their blocks. @see sharing 5 */
import { setImmediate } from 'node:timers/promises'
import type { GraphStore } from '@notegraph/store'
import { contactsIn, type ContactKind } from './contact-words.ts'
import { partAt } from './part.ts'
import type { PageSet } from './site-pages.ts'

/** Pages after which other requests have their turn. */
const AT_ONCE = 50

/** The contact details among the words of pages. */
export interface ContactText {
  /** The kinds of contact details on each page that has some, by its id. */
  readonly found: ReadonlyMap<string, readonly ContactKind[]>
  /** The number of pages with words that were not looked at, because the site is large. */
  readonly unread: number
}

/**
 * Looks at the words of pages, in their order.
 *
 * @param most the characters that are looked at; the page that exceeds them is the last one
 * @example
 * ```ts
 * (await contactText(store.graph(account.id), pages, 10_000_000)).found.get('ada') // ['email']
 * ```
 */
export async function contactText(graph: GraphStore, set: PageSet, most: number): Promise<ContactText> {
  const found = new Map<string, readonly ContactKind[]>()
  let room = most
  let read = 0
  for (const id of set.keys()) {
    if (room <= 0) break
    const kinds = new Set<ContactKind>()
    for await (const content of contentsOf(graph, id)) {
      for (const kind of contactsIn(content)) kinds.add(kind)
      room -= content.length
    }
    if (kinds.size > 0) found.set(id, [...kinds].toSorted())
    if (++read % AT_ONCE === 0) await setImmediate()
  }
  return { found, unread: set.size - read }
}

/** The text of each block, as a person wrote it. */
async function* contentsOf({ blocks: store }: GraphStore, id: string): AsyncGenerator<string> {
  for (let offset = 0; ;) {
    const { blocks, total } = await store.listByPage(id, partAt(offset))
    for (const { content } of blocks) yield content
    offset += blocks.length
    if (blocks.length === 0 || offset >= total) return
  }
}
