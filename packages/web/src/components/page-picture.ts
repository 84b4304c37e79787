/** The picture of a page, if it is a file of the account: a picture elsewhere would send a request to another host. */
import { pictureOfPage } from '@notegraph/service'
import type { StoredPage } from '@notegraph/store'
import { html, type Html } from '../html.ts'
import type { Visit } from '../page.ts'
import type { ReadDeps } from './embeds.ts'
import { pictureAddress } from './links.ts'

/** Only a page with a file in a property can have one, and most pages have none. */
const mayHaveOne = ({ view }: StoredPage): boolean =>
  view.includes('"hasPicture":true') || view.includes('[picture: ')

export async function pagePicture(
  { reader, baseUrl }: ReadDeps,
  { caller }: Visit,
  page: StoredPage,
): Promise<Html | undefined> {
  if (!mayHaveOne(page)) return undefined
  const graph = reader.graph(caller)
  const id = await pictureOfPage(graph, page.id, new URL(baseUrl()).origin)
  const file = id === undefined ? undefined : await graph.files.find(id)
  if (file?.type.startsWith('image/') !== true) return undefined
  return html`<img class="page-picture" src="${pictureAddress(page.id)}" alt="" />`
}
