/** The message instead of a page, a block or a task that does not exist, with ways to find it. */
import type { Refusal } from '@notegraph/service'
import { html, type Child, type Html } from '../html.ts'
import type { View } from '../page.ts'
import { GRAPH, searchAddress, SEARCH_PATH } from './links.ts'
import { message } from './message.ts'
import { refusalWords } from './refusal-words.ts'

/** The page for an address of something that is not there. @param more where to find it */
export const missing = (title: string, words: string, more?: Child): View => ({
  ...message(title, words, more),
  status: 404,
})

/** @param words the words that the person looked for, if any */
export const notFound = (title: string, refusal: Refusal, words = ''): View =>
  missing(title, refusalWords(refusal).error, waysToFind(words))

/** Links to the search and to the list of pages. */
export const waysToFind = (words = ''): Html =>
  html`${words === '' ? html`<a href="${SEARCH_PATH}">Search notes</a>` : html`<a href="${searchAddress(words)}">Search notes for “<bdi>${words}</bdi>”</a>`}
    · <a href="${GRAPH}">All pages</a>`
