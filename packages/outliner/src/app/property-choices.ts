/** The properties and values that fit what somebody types: those of the page's type first, then those in use. @see outliner 3.4 */
import { foldForSearch } from '@notegraph/block-text'
import { findField, findType, PAGE_TYPES } from '@notegraph/page-types'

/** The keys with the typed letters. @param inUse the most used first */
export function keysFor(
  typed: string,
  type: string | undefined,
  inUse: readonly string[],
): readonly string[] {
  const own = (type === undefined ? undefined : findType(type))?.fields.map(({ key }) => key) ?? []
  return fitting([...new Set([...own, ...inUse])], typed)
}

/**
 * The values of a field with the typed letters: the options of a choice, or pages. The field is that of the page's type,
 * else the first type's that has one.
 *
 * @param pages asked for a field that names pages, once something is typed
 */
export function valuesFor(
  key: string,
  type: string | undefined,
  typed: string,
  pages: () => readonly { readonly name: string }[],
): readonly string[] {
  const own = type === undefined ? undefined : findType(type)
  const field = [...(own ? [own] : []), ...PAGE_TYPES]
    .map((one) => findField(one, key))
    .find((one) => one !== undefined)
  if (field?.kind === 'ref') return typed === '' ? [] : pages().map(({ name }) => `[[${name}]]`)
  return fitting(field?.options ?? [], typed).filter((option) => option !== typed)
}

function fitting(all: readonly string[], typed: string): readonly string[] {
  const wanted = foldForSearch(typed)
  return all.filter((one) => foldForSearch(one).includes(wanted))
}
