/** The facts of a page about itself: the fields of its type in their order, its other properties, its aliases and tags. @see outliner 2.2 */
import { listValues } from '@notegraph/block-text'
import { isShown, writtenProps, type PageRecord } from '@notegraph/graph'
import { findType, showValue } from '@notegraph/page-types'

export interface PageFact {
  readonly label: string
  /** A text, or the names of pages. */
  readonly value: string | readonly string[]
}

/** The most facts of a page, and the most names in one. Devices and imports may write more than the API. */
export const MOST_FACTS = 200
export const MOST_NAMES = 500

/** Shown under labels of their own. */
const LABELLED = new Set(['type', 'alias', 'tags'])

/**
 * @example
 * pageFacts(makePage({ id: 'p', name: 'Ada', props: [['type', 'person'], ['email', 'ada@notes.test']], now: 1 }))
 * // [{ label: 'Type', value: 'Person' }, { label: 'Email', value: 'ada@notes.test' }]
 */
export function pageFacts(page: PageRecord): readonly PageFact[] {
  const written = writtenProps(page)
  const textOf = (key: string): string | undefined => written.get(key)?.value
  const declared = textOf('type')
  const type = declared === undefined ? undefined : findType(declared)
  const fields = type?.fields ?? []
  const ofType = new Set(fields.map(({ key }) => key))
  const list = (label: string, key: string): PageFact[] => {
    const names = listValues(textOf(key) ?? '').slice(0, MOST_NAMES)
    return names.length === 0 ? [] : [{ label, value: names }]
  }
  const facts: PageFact[] = [
    ...(declared === undefined ? [] : [{ label: 'Type', value: type?.label ?? declared }]),
    ...fields.flatMap((field) => {
      const text = textOf(field.key)
      if (text === undefined) return []
      const value = showValue(field, text)
      return [{ label: field.label, value: typeof value === 'string' ? value : value.slice(0, MOST_NAMES) }]
    }),
    ...[...written].flatMap(([key, { value }]) =>
      LABELLED.has(key) || ofType.has(key) || !isShown(key, value, { file: () => undefined })
        ? []
        : [{ label: key, value }],
    ),
  ]
  const aliases = listValues(textOf('alias') ?? '').slice(0, MOST_NAMES)
  // An alias is a name of this page, so it leads nowhere else.
  if (aliases.length > 0) facts.push({ label: 'Aliases', value: aliases.join(', ') })
  return [...facts.slice(0, MOST_FACTS), ...list('Tags', 'tags')]
}
