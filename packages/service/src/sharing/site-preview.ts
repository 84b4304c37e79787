/** A site before it is published: the page that readers will see first, and all pictures and files. @see sharing 5 */
import type { GraphStore, Window } from '@notegraph/store'
import type { SharedView } from './shared-view.ts'
import type { SiteContent } from './site-content.ts'
import type { SelectedSet } from './site-pages.ts'

/** A picture or another file that readers will see. */
export interface PreviewFile {
  readonly pageId: string
  readonly pageName: string
  readonly name: string
  /** The media type. */
  readonly type: string
  /** Its number among the files of the page, from 1. */
  readonly number: number
}

/** How a site will look. */
export interface SitePreview {
  /** The beginning of the start page, else of the first new page; undefined for a site without pages. */
  readonly first: SharedView | undefined
  /** Those of new pages come first. */
  readonly files: readonly PreviewFile[]
  /** Whether pages have more files, or were not looked at, because there are many. */
  readonly isMore: boolean
}

/** The beginning of the page that is shown. */
const BEGINNING: Window = { limit: 20, offset: 0, bytes: 50_000 }
/** The files that are listed, and the pages that are looked at for them. */
const MOST_FILES = 60
const MOST_PAGES = 500

/**
 * @param content the site as readers will see it
 * @param seen the pages that readers see now
 * @param start the id of the start page
 */
export async function sitePreview(
  graph: GraphStore,
  content: Pick<SiteContent, 'read' | 'fileIds'>,
  next: SelectedSet,
  seen: SelectedSet,
  start: string | undefined,
): Promise<SitePreview> {
  const [fresh, known] = [false, true].map((is) => [...next.values()].filter(({ id }) => seen.has(id) === is))
  const pages = [...fresh!, ...known!]
  const first = start !== undefined && next.has(start) ? start : pages[0]?.id
  const files: PreviewFile[] = []
  let isMore = pages.length > MOST_PAGES
  for (const { id: pageId, name: pageName } of pages.slice(0, MOST_PAGES)) {
    for (const [at, fileId] of (await content.fileIds(pageId)).entries()) {
      const file = files.length < MOST_FILES ? await graph.files.find(fileId) : undefined
      if (file) files.push({ pageId, pageName, name: file.name, type: file.type, number: at + 1 })
      else isMore ||= files.length === MOST_FILES
    }
    if (files.length === MOST_FILES && isMore) break
  }
  return {
    first: first === undefined ? undefined : (await content.read(first, BEGINNING))?.view,
    files,
    isMore,
  }
}
