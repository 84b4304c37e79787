/**
 * Types of pages and their fields. Types are plain data: the list of types, the error messages and the OpenAPI
 * document all use this data.
 */

/** The ids of the types that a page can declare, in the order of every list. */
export const PAGE_TYPE_IDS = [
  'person',
  'location',
  'book',
  'website',
  'organization',
  'event',
  'artist',
  'album',
  'track',
  'movie',
  'tv-show',
  'tag',
] as const
/** One of `PAGE_TYPE_IDS`. */
export type PageTypeId = (typeof PAGE_TYPE_IDS)[number]

/** The kinds of field values. */
export const FIELD_KINDS = ['date', 'when', 'stars', 'ref', 'select', 'email', 'tel', 'url', 'text'] as const
/** One of `FIELD_KINDS`. */
export type FieldKind = (typeof FIELD_KINDS)[number]

/**
 * A field of a type.
 * @typeParam Id the ids of types that a field can name; those of the registry by default
 */
export interface Field<Id extends string = PageTypeId> {
  /** Lower case; the key of the property that holds the value. */
  readonly key: string
  /** The label that people see. */
  readonly label: string
  readonly kind: FieldKind
  /** On a `ref` field: the usual type of the named pages. Pages of other types are valid too. */
  readonly of?: Id
  /** On a `select` field: the options, as spelled. Other words are valid too. */
  readonly options?: readonly string[]
}

/**
 * A type of pages with its fields.
 * @typeParam Id the ids of a registry; an app with types of its own has other ids
 */
export interface PageType<Id extends string = PageTypeId> {
  readonly type: Id
  readonly label: string
  readonly plural: string
  /** The fields in their displayed order. */
  readonly fields: readonly Field<Id>[]
}
