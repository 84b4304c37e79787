/**
 * What a type of page and a field of it are. Types are plain data, so that the listing of the types, the words of a
 * refusal and the description of the API all read from one place.
 */

/** The types that a page can be given, in the order of every list. */
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
export type PageTypeId = (typeof PAGE_TYPE_IDS)[number]

/** How a field's value is written. */
export const FIELD_KINDS = ['date', 'when', 'stars', 'ref', 'select', 'email', 'tel', 'url', 'text'] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

/** @typeParam Id the types that a field can name; those of the registry unless others are given */
export interface Field<Id extends string = PageTypeId> {
  /** Lower case; the key of the property that holds the value. */
  readonly key: string
  /** The name a reader sees. */
  readonly label: string
  readonly kind: FieldKind
  /** On a `ref` field: the type of page it usually names. Pages of other types are taken as well. */
  readonly of?: Id
  /** On a `select` field: the options, as spelled. Other words are taken as well. */
  readonly options?: readonly string[]
}

/** @typeParam Id the types of a registry; an app that adds types of its own has others than the registry */
export interface PageType<Id extends string = PageTypeId> {
  readonly type: Id
  readonly label: string
  readonly plural: string
  /** In the order in which they are shown. */
  readonly fields: readonly Field<Id>[]
}
