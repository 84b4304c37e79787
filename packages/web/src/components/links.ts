/**
 * Addresses of the graph's pages. Names are query parameters, because a browser resolves `..` in a path, however it
 * is encoded.
 */
import { isoDay, readDay } from '@notegraph/block-text'
import { shownName } from './page-name.ts'
import { html, type Html } from '../html.ts'

export const GRAPH = '/graph'

export const pageAddress = (name: string): string =>
  `${GRAPH}/page?name=${encodeURIComponent(name.toWellFormed())}`

/** The address of a name in a link or a tag. A day is its journal page, which may be empty. */
export function nameAddress(name: string): string {
  const day = readDay(name)
  return day === undefined ? pageAddress(name) : dayAddress(isoDay(day))
}

export const pageIdAddress = (id: string): string => `${GRAPH}/page?id=${encodeURIComponent(id)}`

/** A link to a page by its name, or by its id if another page has taken the name. */
export const pageLink = (name: string, id: string): Html =>
  html`<a href="${pageIdAddress(id)}"><bdi>${shownName({ name, id })}</bdi></a>`

/** The address of a page about one block or page. */
export const withId = (path: string, id: string): string => `${path}?id=${encodeURIComponent(id)}`

export const blockAddress = (id: string): string => withId(`${GRAPH}/block`, id)

export const dayAddress = (iso: string): string => `${GRAPH}/day?date=${iso}`

/** The list of pages that match words. */
export const pagesAddress = (q: string): string => `${GRAPH}?q=${encodeURIComponent(q.toWellFormed())}`

/** The search in the text of notes. */
export const SEARCH_PATH: string = `${GRAPH}/search`

export const searchAddress = (q: string): string => `${SEARCH_PATH}?q=${encodeURIComponent(q.toWellFormed())}`

/** Quick add: the outliner fills its form from the address. A share that no service worker answers is sent here. */
export const ADD_PATH = '/add'

/** Adds a block to a day or a page. */
export const CAPTURE_PATH: string = `${GRAPH}/capture`

/** Edits the text of a block. */
export const EDIT_PATH: string = `${GRAPH}/block/edit`

/** Edits the properties of a page. */
export const PROPERTIES_PATH: string = `${GRAPH}/page/edit`

/** The history of a page, and the page as it was after one change. */
export const HISTORY_PATH: string = `${GRAPH}/page/history`

/** The page as it was after the commit with a number. */
export const momentAddress = (id: string, seq: number): string => `${withId(HISTORY_PATH, id)}&seq=${seq}`

/** Forgets the earlier states of a page or a block. */
export const FORGET_PATH: string = `${GRAPH}/page/forget`

/** Restores a page as it was. */
export const RESTORE_PATH: string = `${GRAPH}/page/restore`

/** Sets the task of a block. */
export const TASK_PATH: string = `${GRAPH}/block/task`

/** Reverts a change that the person made. */
export const UNDO_PATH: string = `${GRAPH}/undo`

/** The path of the files that pages show. */
export const FILE_PAGE: string = `${GRAPH}/file`

/** A file by its place in a block, from 0: the id of a file opens it for everyone, so no page contains one. */
export const fileAddress = (block: string, n: number): string =>
  `${FILE_PAGE}?block=${encodeURIComponent(block)}&n=${n}`

/** A file of the preview of a shared page, by its number for readers. */
export const previewFileAddress = (pageId: string, n: number): string =>
  `${FILE_PAGE}?page=${encodeURIComponent(pageId)}&n=${n}`

/** The picture of a page. */
export const pictureAddress = (pageId: string): string => `${FILE_PAGE}?page=${encodeURIComponent(pageId)}`
