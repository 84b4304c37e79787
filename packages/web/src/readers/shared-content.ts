/** The content of a shared page: its fields and its outline. @see sharing 1, 2 */
import { withoutPercentComments } from '@notegraph/block-text'
import { createRenderer } from '@notegraph/render'
import type { SharedView } from '@notegraph/service'
import { raw } from 'hono/html'
import { html, type Html } from '../html.ts'
import { factList, factsOf } from '../components/page-facts.ts'
import { nestedLists } from '../components/nested-lists.ts'
import { sharedSources } from './shared-sources.ts'

/** @param fileAddress returns the address of a file by its number */
export function sharedContent(view: SharedView, fileAddress: (number: number) => string): Html {
  const { page, lines, linkTo, files, picture } = view
  const { block, line } = createRenderer(sharedSources(view, fileAddress))
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
  const image =
    shown?.type.startsWith('image/') === true &&
    html`<img class="page-picture" src="${fileAddress(shown.number)}" alt="" />`
  return html`${image} ${facts}
  ${items.length > 0 && html`<div class="outline">${raw(nestedLists(items))}</div>`}`
}
