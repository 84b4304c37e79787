/** Properties that an answer shows beside the type, fields, aliases and tags of a page. @see assistants 4.4 */
import { entriesInOrder, type Page } from '@notegraph/contract'
import { PAGE_TYPES, pageType } from '@notegraph/page-types'

type Facts = Pick<Page, 'fields' | 'props' | 'aliases' | 'tags'> & { readonly declaredType?: string }

/**
 * Lists the properties that the type, fields and names of a page do not show in full. Their keys are of their own, the
 * type is none of the types, or words are beside links, as devices and imports can write them.
 *
 * @param longest the most characters of a name that is shown in full
 * @returns keys with values as written, in the order of the page
 * @example
 * ```ts
 * otherProps(page) // [['works-at', '[[Mill]] until 2020'], ['mood', 'glad']]
 * ```
 */
export function otherProps(
  { declaredType, fields, props, aliases, tags }: Facts,
  longest: number = Infinity,
): (readonly [key: string, value: string])[] {
  const shown = new Map<string, string | readonly string[]>([
    ['alias', aliases],
    ['tags', tags],
  ])
  const type = declaredType === undefined ? undefined : pageType(declaredType, PAGE_TYPES)
  if (type) shown.set('type', props['type'] ?? '')
  for (const { key, label } of type?.fields ?? [])
    if (Object.hasOwn(fields, label)) shown.set(key, fields[label]!)
  return entriesInOrder(props).filter(([key, value]) => !saysAll(shown.get(key) ?? [], value, longest))
}

function saysAll(shown: string | readonly string[], value: string, longest: number): boolean {
  if (typeof shown === 'string') return true
  const names = shown.join('')
  return shown.every(({ length }) => length <= longest) && names !== '' && bare(names) === bare(value)
}

/** The words without the marks between names. */
const bare = (text: string): string => text.replaceAll(/[[\]#,，\s]/g, '')

/** Properties that a page for readers shows elsewhere: its icon and its picture, or that are for its owner or a program alone. */
const SHOWN_ELSEWHERE = new Set([
  'icon',
  'banner',
  'cover',
  'public',
  'publish',
  'private',
  'title',
  'filters',
  'template',
  'cssclass',
  'cssclasses',
  'permalink',
])

/**
 * Whether readers see a property in words.
 * @example
 * isSeenProp('status') // true
 */
export const isSeenProp = (key: string): boolean => !SHOWN_ELSEWHERE.has(key.toLowerCase())
