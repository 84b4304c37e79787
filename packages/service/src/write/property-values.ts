/**
 * Properties of a body, by key or label, on their way to a page: each with the page's key and its stored value. `type`
 * comes first, and the others are read as fields of the resulting type.
 * @see decisions 3.5, 3.6, 4
 */
import { isoDay, namesFile } from '@notegraph/block-text'
import { LIMITS, type SentValue } from '@notegraph/contract'
import { dayAt, heldProp, propText, type PageRecord } from '@notegraph/graph'
import {
  either,
  findField,
  findType,
  PAGE_TYPE_IDS,
  PAGE_TYPES,
  propertyKey,
  quote,
  storeText,
  storeValue,
  type Field,
  type PageType,
  type PageTypes,
} from '@notegraph/page-types'
import { dayNamed } from '../find-page.ts'
import { badRequest, ok, type Result } from '../refusal.ts'
import { namesAFile, tooLong } from '../error-messages.ts'
import type { WriteContext } from './edit.ts'
import { editList, isList, notAList, type ListChange } from './list-values.ts'

/** A property for the page. */
export interface PropertyValue {
  readonly key: string
  /** The field's label, else the key. */
  readonly label: string
  /** In stored form; `null` removes it. */
  readonly value: string | null
  /** The list before and after, if names were added or removed. */
  readonly list?: ListChange
}

/** The properties of a body; `null` removes one. */
export type Entries = readonly (readonly [written: string, value: SentValue])[]

/** The lists by key, as members of an answer. */
export const listsOf = (
  values: Iterable<Pick<PropertyValue, 'key' | 'list'>>,
): { readonly lists?: Readonly<Record<string, ListChange>> } => {
  const lists = Array.from(values).flatMap(({ key, list }) => (list ? [[key, list] as const] : []))
  return lists.length === 0 ? {} : { lists: Object.fromEntries(lists) }
}

/**
 * @param declared the current type of the page
 * @param heldOf the value that the page has under a key; empty without one
 * @returns the properties, `type` first; 400 for the first invalid key or value
 */
export function readProperties(
  entries: Entries,
  declared: PageType<string> | undefined,
  context: WriteContext,
  heldOf: (key: string) => string = () => '',
): Result<PropertyValue[]> {
  const sorted = entries.toSorted(([a], [b]) => Number(isType(b)) - Number(isType(a)))
  const byKey = new Map<string, PropertyValue & { readonly written: string }>()
  const { types = PAGE_TYPES } = context
  let type = declared
  for (const [written, value] of sorted) {
    const read = isType(written)
      ? readType(value, types)
      : readProperty(written, value, type, context, heldOf)
    if (!read.ok) return read
    const { key } = read.value
    const other = byKey.get(key)
    if (other)
      return badRequest(
        `${quote(other.written)} and ${quote(written)} are one property. Send the property once.`,
      )
    byKey.set(key, { ...read.value, written })
    if (key === TYPE) type = read.value.value === null ? undefined : findType(read.value.value, types)
  }
  return ok(
    Array.from(byKey.values(), ({ key, label, value, list }) => ({
      key,
      label,
      value,
      ...(list && { list }),
    })),
  )
}

const TYPE = 'type'

/** The types that the properties name. */
export const typesIn = (entries: Entries): string[] =>
  entries.flatMap(([written, value]) => (typeof value === 'string' && isType(written) ? [value] : []))

/** The type of a page, as written; empty if it has none. */
export function typeOf(page: PageRecord): string {
  const held = heldProp(page, TYPE)
  return held ? propText(held.v) : ''
}

/** @returns the stored form of a type, by id or label; 400 for an unknown type */
function readType(written: SentValue, types: PageTypes): Result<PropertyValue> {
  if (typeof written === 'object' && written !== null) return notAList('Type')
  if (isBlank(written)) return ok({ key: TYPE, label: 'Type', value: null })
  const line = storeText(TYPE, written)
  if (!line.ok) return badRequest(line.error)
  const type = findType(line.value, types)
  if (!type) return badRequest(`type takes ${either(PAGE_TYPE_IDS)}, not ${quote(written)}.`)
  return ok({ key: TYPE, label: 'Type', value: type.type })
}

const CONTROL = /\p{Cc}/u

/** Whether a sent value removes the property. Line breaks and control characters are invalid, not blank. */
export const isBlank = (value: string | null): value is null =>
  value === null || (value.trim() === '' && !CONTROL.test(value))

function isType(written: string): boolean {
  const read = propertyKey(written)
  return read.ok && read.key === TYPE
}

function readProperty(
  written: string,
  value: SentValue,
  type: PageType<string> | undefined,
  context: WriteContext,
  heldOf: (key: string) => string,
): Result<PropertyValue> {
  const { origin } = context
  // A field is found by its trimmed name, and trimming removes some control characters.
  const field = type && !CONTROL.test(written) ? findField(type, written) : undefined
  const named = field ? ({ ok: true, key: field.key } as const) : propertyKey(written)
  if (!named.ok) return badRequest(named.why)
  const { key } = named
  const label = field?.label ?? key
  const words = field?.label ?? `The property ${quote(key)}`
  if (namesFile(key, origin)) return badRequest(namesAFile(words))
  if (typeof value === 'object' && value !== null) {
    if (!isList(key, field?.kind)) return notAList(words)
    const edited = editList(words, heldOf(key), value, field?.kind === 'ref')
    if (!edited.ok) return edited
    const { value: stored, list } = edited.value
    return stored === null
      ? ok({ key, label, value: null, list })
      : checked({ key, label, value: stored, list }, words, origin)
  }
  if (isBlank(value)) return ok({ key, label, value: null })
  const line = storeText(words, value)
  if (!line.ok) return badRequest(line.error)
  const stored = field ? storeValue(field, withDay(field, line.value, context)) : line
  if (!stored.ok) return badRequest(stored.error)
  return checked({ key, label, value: stored.value }, words, origin)
}

/** @returns 400 for a value that is too long, or that names a file */
function checked(
  property: PropertyValue & { readonly value: string },
  words: string,
  origin: string | undefined,
): Result<PropertyValue> {
  const { value } = property
  if (value.length > LIMITS.propertyValue)
    return badRequest(tooLong(words, LIMITS.propertyValue, value.length))
  return namesFile(value, origin) ? badRequest(namesAFile(words)) : ok(property)
}

/** The day of a date field, if the value names one in the one grammar; else the value. @see assistants 6 */
function withDay({ kind }: Field<string>, value: string, { now, zone }: WriteContext): string {
  if (kind !== 'date' && kind !== 'when') return value
  const day = dayNamed(value, dayAt(now, zone))
  return day === undefined ? value : isoDay(day)
}
