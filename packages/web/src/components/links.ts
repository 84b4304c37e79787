/**
 * Addresses of the graph's pages. Names are query parameters, because a browser resolves `..` in a path, however it
 * is encoded.
 */
import { html, type Html } from '../html.ts'

export const GRAPH = '/graph'

export const pageAddress = (name: string): string =>
  `${GRAPH}/page?name=${encodeURIComponent(name.toWellFormed())}`

/** A link to a page by its name, or by its id if another page has taken the name. */
export const pageLink = (name: string, id: string): Html =>
  html`<a href="${GRAPH}/page?id=${encodeURIComponent(id)}"><bdi>${name}</bdi></a>`

export const blockAddress = (id: string): string => `${GRAPH}/block?id=${encodeURIComponent(id)}`

export const dayAddress = (iso: string): string => `${GRAPH}/day?date=${iso}`

export const searchAddress = (q: string): string =>
  `${GRAPH}/search?q=${encodeURIComponent(q.toWellFormed())}`
