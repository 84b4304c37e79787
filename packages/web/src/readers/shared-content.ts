/**
 * The content of a shared page or a page of a site: its picture and its outline, then its fields and properties in words.
 * @see sharing 1, 2, 10
 */
import { numbersOf, withoutPercentComments } from '@notegraph/block-text'
import { createRenderer, type Sources } from '@notegraph/render'
import type { SharedView } from '@notegraph/service'
import { raw } from 'hono/html'
import { html, type Html } from '../html.ts'
import { factsOf, factWords } from '../components/page-facts.ts'
import { nestedLists } from '../components/nested-lists.ts'

const EMPTY = /^(?:\s|<\/?p>|<\/?div class="words">|<\/div>)*$/

/**
 * @param sources the sources of the renderer
 * @param fileAddress returns the address of a file by its number
 * @param anchors the ids of blocks that links and the outline lead to, by line
 */
export function sharedContent(
  view: SharedView,
  sources: Sources,
  fileAddress: (number: number) => string,
  anchors: ReadonlyMap<number, string> = new Map(),
): Html {
  const { lines, files, picture } = view
  const { block, line } = createRenderer(sources)
  const numbers = numbersOf(lines)
  const items = lines.flatMap(({ depth, content, isContext }, n) => {
    const shown = block(content)
    // A block that shows nothing, such as the empty last one of a page, has no place without others below it.
    if (EMPTY.test(shown) && (lines[n + 1]?.depth ?? 0) <= depth) return []
    const id = anchors.has(n) ? ` id="${anchors.get(n)!}"` : ''
    const html = `<div class="block" dir="auto"${id}>${shown}</div>`
    return [{ depth, html, number: numbers[n], ...(isContext && { isContext }) }]
  })
  const facts = sharedFacts(view, line)
  const shown = picture === undefined ? undefined : files.get(picture)
  const image =
    shown?.type.startsWith('image/') === true &&
    html`<img class="page-picture" src="${fileAddress(shown.number)}" alt="" />`
  return html`${image} ${items.length > 0 && html`<div class="outline">${raw(nestedLists(items))}</div>`}
  ${facts}`
}

/** @param line renders a value. @returns undefined for a page without fields and properties that readers see */
export const sharedFacts = ({ page, linkTo }: SharedView, line: (text: string) => string): Html | undefined =>
  factWords(factsOf(page), {
    value: (text) => raw(line(withoutPercentComments(text))),
    name: (name) => {
      const to = linkTo(name)
      return to !== undefined ? html`<a href="${to}"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`
    },
  })
