/** The filters of a list of pages, as the store takes them. @see assistants 4 */
import { fold } from '@notegraph/block-text'
import type { ListPagesQuery } from '@notegraph/contract'
import type { PageFilter } from '@notegraph/store'

/** The contract has checked the parameters. */
export function pageFilter(asked: Omit<ListPagesQuery, 'limit' | 'offset'>): PageFilter {
  const { type, q, tag, property, namespace, linked_to: linkedTo, sort } = asked
  return {
    ...(type !== undefined && { type }),
    ...(q !== undefined && { words: fold(q) }),
    ...(tag !== undefined && { tag: nameOnly(tag.trim().replace(/^#/, '')) }),
    ...(property !== undefined && { property: readProperty(property) }),
    ...(namespace !== undefined && { namespace: nameOnly(namespace).replace(/\/+$/, '') }),
    ...(linkedTo !== undefined && { linkedTo: nameOnly(linkedTo) }),
    ...(sort !== undefined && { sort }),
  }
}

/** A name without the brackets of a link. */
function nameOnly(text: string): string {
  const name = text.trim()
  return name.startsWith('[[') && name.endsWith(']]') ? name.slice(2, -2).trim() : name
}

/** The key as properties have it. @see decisions 3.5 */
function readProperty(text: string): NonNullable<PageFilter['property']> {
  const [written = '', ...rest] = text.split('=')
  const key = written.trim().toLowerCase().normalize('NFC').replaceAll(' ', '-')
  return rest.length === 0 ? { key } : { key, value: nameOnly(rest.join('=')) }
}
