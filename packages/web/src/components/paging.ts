/** A long list, a part at a time. */
import { numbered } from '@notegraph/service'
import { html, type Child, type Html } from '../html.ts'
import { addressWith } from './address-with.ts'

/** The offset in a query; 0 for anything that is not a whole number. */
export function offsetOf(query: URLSearchParams): number {
  const text = query.get('offset') ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}

export interface ListWindow {
  readonly path: string
  /** The query to keep, except for its `offset`. */
  readonly query: URLSearchParams
  readonly offset: number
  readonly limit: number
  /** The number of shown items, if it is lower because they are long. */
  readonly shown?: number
  readonly total: number
}

/** Words in place of items: the address is beyond the end of the list, or the list is empty (`none`). */
export function nothingHere(
  { path, query, total }: Pick<ListWindow, 'path' | 'query' | 'total'>,
  none: Html,
): Html {
  if (total === 0) return none
  return html`<p class="empty">
    The list ends before this part. <a href="${addressAt({ path, query }, 0)}">Go to the first part</a>
  </p>`
}

/** `1 to 20 of 312`, with links to the parts before and after; undefined if everything is shown. */
export function paging(list: ListWindow): Html | undefined {
  const { offset, limit, shown = limit, total } = list
  const last = Math.min(offset + shown, total)
  if (offset === 0 && last === total) return undefined
  const words =
    offset < total
      ? `${numbered(offset + 1)} to ${numbered(last)} of ${numbered(total)}`
      : `None of ${numbered(total)}`
  return html`<nav class="paging" aria-label="Pagination">
    ${offset > 0 ? step(list, Math.max(0, Math.min(offset, total) - limit), 'prev', 'Previous') : html`<span></span>`}
    <span class="muted">${words}</span>
    ${last < total ? step(list, last, 'next', 'Next') : html`<span></span>`}
  </nav>`
}

/** One part of a list with its links, or words in place of items. @param none the words for an empty list */
export const listPart = (list: ListWindow, items: Html, none?: Child): Html =>
  html`${list.offset < list.total ? items : nothingHere(list, html`${none !== undefined && html`<p class="empty">${none}</p>`}`)}
  ${paging(list)}`

const step = (list: ListWindow, offset: number, rel: 'prev' | 'next', word: string): Html =>
  html`<a class="button quiet" rel="${rel}" href="${addressAt(list, offset)}">${word}</a>`

const addressAt = ({ path, query }: Pick<ListWindow, 'path' | 'query'>, offset: number): string =>
  addressWith(path, query, { offset: offset === 0 ? undefined : String(offset) })
