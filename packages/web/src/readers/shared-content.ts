/** The content of a shared page: its fields and its outline. @see sharing 1, 2 */
import { withoutPercentComments } from '@notegraph/block-text'
import { createRenderer } from '@notegraph/render'
import type { SharedFile, SharedView } from '@notegraph/service'
import { raw } from 'hono/html'
import { html, type Html } from '../html.ts'
import { factList, factsOf } from '../components/page-facts.ts'
import { nestedLists } from '../components/nested-lists.ts'
import { sharedSources } from './shared-sources.ts'

/** @param address the path of the page for the reader; without it, files are shown as their names */
export function sharedContent(view: SharedView, address?: string): Html {
  const { page, lines, linkTo, files, picture } = view
  const { block, line } = createRenderer(sharedSources(view, address))
  const items = lines.map(({ depth, content, isContext }) => ({
    depth,
    html: `<div class="block" dir="auto">${block(content)}</div>`,
    ...(isContext && { isContext }),
  }))
  const facts = factList(factsOf(page), {
    value: (text) => raw(line(withoutPercentComments(text))),
    name: (name) => {
      const to = linkTo(name)
      return to !== undefined ? html`<a href="${to}"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`
    },
  })
  const shown = picture === undefined ? undefined : files.get(picture)
  const image = shown?.type.startsWith('image/') === true && pagePicture(shown, address)
  return html`${image} ${facts}
  ${items.length > 0 && html`<div class="outline">${raw(nestedLists(items))}</div>`}`
}

const pagePicture = ({ name, number }: SharedFile, address: string | undefined): Html =>
  address === undefined
    ? html`<p>[picture: <bdi>${name}</bdi>]</p>`
    : html`<img class="page-picture" src="${address}/files/${number}" alt="" />`
