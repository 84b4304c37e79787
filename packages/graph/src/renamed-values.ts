/** Properties of pages after a page got another name: values that refer to it, and the aliases that lead to it. */
import { fold, listPart, listValues, renameReferences } from '@notegraph/block-text'
import { heldProp, propText } from './page-props.ts'
import { isOwnersKey, type Json, type PageRecord } from './record.ts'

/** A property with its value before and after. */
export type RenamedValue = readonly [key: string, before: Json | null, after: Json]

/**
 * The properties of a page that refer to another page by its name, with its new name.
 *
 * @example
 * renamedValues(page, 'Ann', 'Ann Lee')
 */
export function renamedValues(
  { props }: Pick<PageRecord, 'props'>,
  from: string,
  to: string,
): RenamedValue[] {
  return Object.entries(props).flatMap(([key, { v }]): RenamedValue[] => {
    if (!isOwnersKey(key) || v === null) return []
    const after = Array.isArray(v)
      ? v.map((part: Json) => (typeof part === 'string' ? renamedText(key, part, from, to) : part))
      : typeof v === 'string'
        ? renamedText(key, v, from, to)
        : v
    return JSON.stringify(after) === JSON.stringify(v) ? [] : [[key, v, after]]
  })
}

/** A value is read as a property line of a block, so both have the same references. */
function renamedText(key: string, value: string, from: string, to: string): string {
  const folded = key.normalize('NFC').toLowerCase()
  const line = `${folded === 'tags' || folded === 'alias' ? folded : 'property'}:: `
  return renameReferences(line + value, from, to).slice(line.length)
}

/**
 * The aliases of a page with more names at the end, each once.
 *
 * @param own the name that the page has then
 * @example
 * const page = makePage({ id: 'p', name: 'Ann', props: [], now: 1 })
 * withAliases(page, 'Ann Lee', ['Ann']) // ['alias', null, 'Ann']
 */
export function withAliases(page: PageRecord, own: string, names: readonly string[]): RenamedValue {
  const held = heldProp(page, 'alias')?.v ?? null
  const value = held === null ? '' : propText(held)
  const known = new Set([...listValues(value), own].map((one) => fold(one)))
  const added: string[] = []
  for (const name of names) {
    if (known.has(fold(name))) continue
    known.add(fold(name))
    added.push(listPart(name))
  }
  return ['alias', held, [...(value.trim() === '' ? [] : [value]), ...added].join(', ')]
}
