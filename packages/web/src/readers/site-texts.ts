/** A site for programs: each page as Markdown, and a list of the pages for language models. @see sharing 9 */
import { numbersOf } from '@notegraph/block-text'
import { createRenderer } from '@notegraph/render'
import { partAt, siteAddress, siteFileAddress, sitePageAddress, type NamedSitePage, type OpenSite, type PublishedPage, type SiteReaders } from '@notegraph/service' // prettier-ignore
import { plainName } from '../components/plain-name.ts'
import { htmlMarkdown } from './html-markdown.ts'
import { sharedFacts } from './shared-content.ts'
import { pageAddresses, siteSources } from './site-sources.ts'
import { titleOf } from './site-title.ts'
import { inIndex } from './site-tree.ts'

/**
 * The path of a page as Markdown.
 * @example
 * pageMarkdownAddress('garden', { address: 'boat' }) // '/p/garden/boat.md'
 */
export const pageMarkdownAddress = (slug: string, page: Pick<PublishedPage, 'address'>): string =>
  `${sitePageAddress(slug, page)}.md`

/** The parts of a page that its Markdown has. */
export const MARKDOWN_PARTS = 20
/** A formula and code are written as they are. */
const NO_ROOM = { maths: 0, code: 0 }

/**
 * A page as Markdown: its title, its fields and properties, and its blocks as lists.
 *
 * @param address returns the address for a path of the server
 * @returns undefined if the page is not on the site
 * @example
 * await pageMarkdown(siteReaders, opened, page, (path) => `https://notes.example${path}`) // '# Boat\n\n- hull\n'
 */
export async function pageMarkdown(
  readers: Pick<SiteReaders, 'read'>,
  opened: OpenSite,
  { id }: PublishedPage,
  address: (path: string) => string,
): Promise<string | undefined> {
  const parts: NamedSitePage[] = []
  for (let offset = 0; parts.length < MARKDOWN_PARTS;) {
    const part = await readers.read(opened, id, partAt(offset))
    if (!part) return undefined
    parts.push(part)
    offset += part.view.shown
    if (part.view.shown === 0 || offset >= part.view.total) break
  }
  return partsMarkdown(opened, parts, address)
}

/** As `pageMarkdown`, of parts that were read. */
export async function partsMarkdown(
  { site, pages }: OpenSite,
  parts: readonly NamedSitePage[],
  address: (path: string) => string,
): Promise<string> {
  const complete = (path: string): string => (path.startsWith('/') ? address(path) : path)
  let text = ''
  let shown = 0
  for (const { view, fileNames } of parts) {
    shown += view.shown
    const { block, line } = createRenderer(
      siteSources(
        site,
        view,
        (file) => siteFileAddress(site.slug, fileNames.get(file) ?? ''),
        pageAddresses(site, pages),
      ),
      NO_ROOM,
    )
    if (text === '') {
      const facts = htmlMarkdown((await sharedFacts(view, line)) ?? '', complete)
      text = `# ${oneLine(titleOf(site, view.page))}\n\n`
      if (facts !== '') text += `${facts.replaceAll('\n', '  \n')}\n\n`
    }
    const numbers = numbersOf(view.lines)
    const blanks: string[] = []
    for (const [n, { depth, content, isContext }] of view.lines.entries()) {
      const mark = numbers[n] === undefined ? '- ' : `${numbers[n]}. `
      const before = blanks.slice(0, depth).join('')
      blanks[depth] = ' '.repeat(mark.length)
      if (isContext === true) continue
      const words = htmlMarkdown(block(content), complete)
      if (words !== '')
        text += `${before}${mark}${words.replaceAll(/\n(?!\n)/g, `\n${before}${blanks[depth]}`)}\n`
    }
  }
  const last = parts.at(-1)?.view
  const listed = last && pages.get(last.page.id)
  if (listed && shown < last.total)
    text += `\n[The rest of the page](${complete(`${sitePageAddress(site.slug, listed)}?offset=${shown}`)})\n`
  return text
}

/**
 * The pages of a site, as llmstxt.org describes it: their titles, and the addresses of their Markdown.
 * @param address returns the address for a path of the server
 * @example
 * siteTexts(opened, (path) => `https://notes.example${path}`)
 */
export function siteTexts({ site, pages }: OpenSite, address: (path: string) => string): string {
  const lines = inIndex(pages).map(
    (page) => `- [${oneLine(titleOf(site, page))}](${address(pageMarkdownAddress(site.slug, page))})`,
  )
  return `# ${oneLine(site.title)}\n\n> ${address(siteAddress(site.slug))}\n\n## Pages\n\n${lines.join('\n')}\n`
}

const oneLine = (text: string): string =>
  plainName(text).replaceAll(/\s+/g, ' ').replaceAll(/[\\[\]<]/g, String.raw`\$&`) // prettier-ignore
