/** Published pages whose blocks have what their owner checks: contact details, and comments. @see sharing 5 */
import { setImmediate } from 'node:timers/promises'
import { withoutPercentComments } from '@notegraph/block-text'
import type { GraphStore } from '@notegraph/store'
import { contactsIn, type ContactKind } from './contact-words.ts'
import { partAt } from './part.ts'
import type { SelectedSet } from './site-pages.ts'

/** Pages after which other requests have their turn. */
const AT_ONCE = 50

/** Contact details and comments in the blocks of pages. */
export interface CheckedText {
  /** The kinds of contact details on each page that has some, by its id. */
  readonly contacts: ReadonlyMap<string, readonly ContactKind[]>
  /** The ids of pages with comments in percent signs, which readers do not see. */
  readonly commented: ReadonlySet<string>
  /** The number of pages with words that were not looked at, because the site is large. */
  readonly unread: number
}

/**
 * Looks at the words of pages, in their order.
 *
 * @param most the characters that are looked at; the page that exceeds them is the last one
 * @example
 * ```ts
 * (await checkedText(store.graph(account.id), pages, 10_000_000)).contacts.get('ada') // ['email']
 * ```
 */
export async function checkedText(graph: GraphStore, set: SelectedSet, most: number): Promise<CheckedText> {
  const contacts = new Map<string, readonly ContactKind[]>()
  const commented = new Set<string>()
  let room = most
  let read = 0
  for (const id of set.keys()) {
    if (room <= 0) break
    const kinds = new Set<ContactKind>()
    for await (const content of contentsOf(graph, id)) {
      for (const kind of contactsIn(content)) kinds.add(kind)
      if (withoutPercentComments(content) !== content) commented.add(id)
      room -= content.length
    }
    if (kinds.size > 0) contacts.set(id, [...kinds].toSorted())
    if (++read % AT_ONCE === 0) await setImmediate()
  }
  return { contacts, commented, unread: set.size - read }
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
