/** A shared page as its readers see it. @see sharing 1 */
import { LIMITS } from '@notegraph/contract'
import { pageIcon, shareAddress, type SharedView } from '@notegraph/service'
import { html } from '../html.ts'
import { nothingHere, paging } from '../components/paging.ts'
import { factsOf } from '../components/page-facts.ts'
import { readerPage } from './reader-page.ts'
import { sharedContent } from './shared-content.ts'
import { sharedSources } from './shared-sources.ts'
import { pageOutline } from './site-outline.ts'

/**
 * A part of a shared page.
 * @param id the link of the reader
 * @returns HTML
 * @example
 * await sharedPage(view, share.id, 0)
 */
export async function sharedPage(view: SharedView, id: string, offset: number): Promise<string> {
  const { page, shown, total } = view
  const path = shareAddress(id)
  const list = { path, query: new URLSearchParams(), total }
  const fileAddress = (n: number): string => `${path}/files/${n}`
  return readerPage({
    title: page.name,
    icon: pageIcon(factsOf(page).props),
    body: html`${sharedContent(view, sharedSources(view, fileAddress), fileAddress, pageOutline(view).anchors)}
    ${shown === 0 && nothingHere(list, html`<p class="empty">This page has no blocks yet.</p>`)}
    ${paging({ ...list, offset, limit: LIMITS.webBlocks, shown })}`,
  })
}
