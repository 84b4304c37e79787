/**
 * Items: what the grammar makes of a query, before anything is understood. Every `at` is an offset in UTF-16 units,
 * from 0.
 */

/** How brackets end: `open` ones are missing their end, `cut` ones hold what nothing closes and stayed unread. */
export type End = 'closed' | 'open' | 'cut'

/** `( … )` */
export interface ListItem {
  readonly kind: 'list'
  readonly at: number
  readonly items: readonly Item[]
  readonly end: End
}

/** `[ … ]` */
export interface SquaresItem {
  readonly kind: 'squares'
  readonly at: number
  readonly items: readonly Item[]
  readonly end: End
}

/** `[[a name]]`, `#tag` or `#[[a tag]]`; the name is trimmed, and may be empty. */
export interface NameItem {
  readonly kind: 'link' | 'tag'
  readonly at: number
  readonly name: string
}

/** `"some words"`; `raw` is as written between the quotes, in `text` the escapes are undone. */
export interface TextItem {
  readonly kind: 'text'
  readonly at: number
  readonly raw: string
  readonly text: string
}

export interface WordItem {
  readonly kind: 'word'
  readonly at: number
  readonly text: string
}

/** A bracket that closes nothing. */
export interface SurplusItem {
  readonly kind: 'surplus'
  readonly at: number
  readonly text: ')' | ']' | ']]'
}

/** The rest of the query from a quote or link that nothing closes, or from a bracket nested too deep. */
export interface UnreadItem {
  readonly kind: 'unread'
  readonly at: number
}

export type Item = ListItem | SquaresItem | NameItem | TextItem | WordItem | SurplusItem | UnreadItem

/** The whole query. `cut` says why its rest stayed unread, and where that begins. */
export interface Row {
  readonly items: readonly Item[]
  readonly cut: { readonly why: 'text' | 'link' | 'nesting'; readonly at: number } | undefined
}
