/** Items: the output of the grammar, without any meaning. Every `at` is an offset in UTF-16 units, from 0. */

/** The end of brackets: `open` ones have no end, and `cut` ones contain an unclosed part that stayed unread. */
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

/** The rest of the query after an unclosed quote or link, or a bracket that is nested too deep. */
export interface UnreadItem {
  readonly kind: 'unread'
  readonly at: number
}

export type Item = ListItem | SquaresItem | NameItem | TextItem | WordItem | SurplusItem | UnreadItem

/** The whole query. `cut` gives the reason and the place of an unread rest. */
export interface Row {
  readonly items: readonly Item[]
  readonly cut: { readonly why: 'text' | 'link' | 'nesting'; readonly at: number } | undefined
}
