/**
 * Writes a site as plain files that any host sends. The documents are those of the server, with relative addresses in place
 * of its paths, so a browser also opens them from a disk. The same site gives the same bytes.
 * @see sharing 4
 */
import { createHash } from 'node:crypto'
import { LIMITS } from '@notegraph/contract'
import {
  siteAddress,
  siteFileAddress,
  type FolderTarget,
  type NamedSitePage,
  type OpenSite,
  type Progress,
  type PublishedPage,
  type SiteReaders,
} from '@notegraph/service'
import type { Blobs, Site } from '@notegraph/store'
import {
  DIAGRAM_FRAME,
  DIAGRAM_SCRIPT,
  DIAGRAMS_SCRIPT,
  ICON,
  SITE_SCRIPT,
  SITE_SEARCH,
  SITE_STYLE,
  READER_STYLE,
} from '../assets.ts'
import { hasDiagram } from '../components/diagrams.ts'
import { noPageOfSite, noPublishedPage } from '../readers/reader-messages.ts'
import { siteDocument, siteDocumentPath, type SiteDocumentName } from '../readers/site-document.ts'
import { feedAddress, jsonFeedAddress } from '../readers/site-feed.ts'
import { madeFileAddress, madeFiles, shownLook, type ShownLook } from '../readers/site-look.ts'
import { siteMap } from '../readers/site-map.ts'
import { MARKDOWN_PARTS, pageMarkdownAddress, partsMarkdown, siteTexts } from '../readers/site-texts.ts'
import { titleOf } from '../readers/site-title.ts'
import { searchIndex, searchIndexScript } from './search-index.ts'
import { searchIndexPath, staticSearchPage } from './search-page.ts'
import { encodedPath, fileAddresses, NO_PARTS, NOT_FOUND, partPath, type FileAddresses, type SitePaths } from './site-addresses.ts' // prettier-ignore
import { movedPage } from './moved-page.ts'
import { siteFiles } from './site-files.ts'
import { FEED_FILES, JSON_FEED_FILE, writeFeeds } from './static-feeds.ts'

/**
 * A host sends no header of ours, so each page has the policy itself. Its scripts are files of the folder, among which no
 * file of a reader's runs.
 */
const POLICY =
  "default-src 'none'; base-uri 'none'; connect-src 'self'; form-action 'self'; img-src 'self'; script-src 'self'; style-src 'self'"

/** The sources of a static site. */
export interface StaticSiteSources {
  readonly siteReaders: Pick<
    SiteReaders,
    'read' | 'links' | 'words' | 'feed' | 'pictures' | 'formerAddresses'
  >
  readonly blobs: Pick<Blobs, 'get' | 'open'>
}

/** The options of a static site. */
export interface StaticSiteOptions {
  /** The address of the folder on the web, without a slash at its end. Only with one has the site a map and feeds. */
  readonly base?: string
  readonly progress?: Progress
}

/** The counts of a written site. */
export interface StaticSiteReport {
  readonly pages: number
  /** Pictures and other files of the pages. */
  readonly files: number
  /** Names of files whose bytes are missing from the store; the site lacks them. */
  readonly missing: readonly string[]
}

/**
 * Writes a site to a folder or an archive; each file is written once.
 *
 * @example
 * ```ts
 * const report = await writeStaticSite({ siteReaders, blobs }, opened, zipTarget())
 * ```
 */
export async function writeStaticSite(
  { siteReaders, blobs }: StaticSiteSources,
  opened: OpenSite,
  target: FolderTarget,
  { base, progress }: StaticSiteOptions = {},
): Promise<StaticSiteReport> {
  const { site, pages, account } = opened
  const fileOf = ({ address }: PublishedPage): string => partPath(address, 0)
  const documents: [SiteDocumentName, string][] = [
    ['start', 'index'],
    ['index', 'pages/index'],
    ['graph', 'graph'],
    ...Array.from(pages.values(), (page): [SiteDocumentName, string] => [{ page }, page.address]),
  ]
  const urlOf = (path: string): string | undefined =>
    base && `${base}/${encodedPath(path.replace(/^index\.html$/, ''))}`
  const files = siteFiles(blobs, account.id, (path, content) => target.write(path, content))
  const paths = pathsOf(site.slug, documents)
  const addresses = fileAddresses({ ...paths, others: new Map([...paths.others, ...(await lookFiles())]) })
  const index = searchIndex(LIMITS.siteIndex)
  /** The paths of the files of pages, by the last parts of their addresses on the server. */
  const placed = new Map<string, string>()
  const hasFeeds = base !== undefined
  /** The address of the file for a path of the server: complete, or relative to the folder if its place is not known. */
  const complete = (path: string): string =>
    `${base === undefined ? '' : `${base}/`}${addresses.of(path, placed)}`
  /** Pictures keep their names in the folder. */
  const completeFile =
    base === undefined ? undefined : (path: string) => base + path.slice(siteAddress(site.slug).length)

  /** Writes the files of the look. @returns their paths by the paths of the server */
  async function lookFiles(): Promise<Map<string, string>> {
    const written = new Map<string, string>()
    for (const { name, text } of madeFiles(site)) {
      await target.write(`assets/${name}`, text)
      written.set(madeFileAddress(site.slug, name), `assets/${name}`)
    }
    for (const { address, file } of (await siteReaders.pictures(opened)).values()) {
      const at = await files.add(address, file)
      if (at !== undefined) written.set(siteFileAddress(site.slug, address), at)
    }
    return written
  }

  let hasDrawn = false
  /** The library of diagrams is large, so only a folder with a diagram has it. */
  async function writeDiagrams(): Promise<void> {
    if (hasDrawn) return
    hasDrawn = true
    for (const asset of [DIAGRAMS_SCRIPT, DIAGRAM_FRAME, DIAGRAM_SCRIPT])
      await target.write(asset.path.slice(1), asset.bytes())
  }

  async function writeDocument(name: SiteDocumentName, stem: string): Promise<void> {
    const parts: number[] = []
    const read: NamedSitePage[] = []
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const path = partPath(stem, offset)
      const layout = { canonical: urlOf(path), completeFile, policy: POLICY, hasFeeds }
      const part = await siteDocument(siteReaders, opened, name, offset, layout)
      if (!part) return // the page was deleted while the site was written
      parts.push(offset)
      if (part.part && read.length < MARKDOWN_PARTS) read.push(part.part)
      if (hasDiagram(part.html)) await writeDiagrams()
      for (const { name: fileName, file } of part.files) {
        const at = await files.add(fileName, file)
        if (at !== undefined) placed.set(fileName, at)
      }
      await target.write(path, addresses.relative(part.html, path, { parts, next: part.next, files: placed }))
      offset = part.next
    }
    if (typeof name === 'string') return
    const { page } = name
    await target.write(`${stem}.md`, await partsMarkdown(opened, read, complete))
    await index.add(encodedPath(partPath(stem, 0)), titleOf(site, page), siteReaders.words(opened, page.id))
  }

  for (const asset of [READER_STYLE, SITE_STYLE, ICON, SITE_SCRIPT, SITE_SEARCH])
    await target.write(asset.path.slice(1), asset.bytes())
  for (const [done, [name, stem]] of documents.entries()) {
    await writeDocument(name, stem)
    progress?.(done + 1, documents.length)
  }
  for (const [former, page] of await siteReaders.formerAddresses(opened))
    await target.write(partPath(former, 0), await movedPage(site, page, urlOf(fileOf(page))))
  const words = index.finish()
  const look = await shownLook(siteReaders, opened)
  const search = await staticSearchPage(site, { look, policy: POLICY, hasFeeds }, words.cutAt)
  await target.write(SEARCH, addresses.relative(search, SEARCH, NO_PARTS))
  await target.write(SEARCH_INDEX, searchIndexScript(words))
  await target.write(TEXTS, siteTexts(opened, complete))
  await target.write(NOT_FOUND, await notFoundPage(site, look, addresses, base))
  if (base !== undefined) {
    const urlOfPage = (page: PublishedPage): string => `${base}/${encodedPath(fileOf(page))}`
    await writeFeeds(siteReaders, opened, target, base, urlOfPage, complete)
    const mapped = Array.from(pages.values(), (page) => ({ url: urlOfPage(page), editedAt: page.editedAt }))
    await target.write('sitemap.xml', siteMap([{ url: `${base}/` }, ...mapped]))
  }
  return { pages: pages.size, files: files.count(), missing: files.missing() }
}

const SEARCH = 'search.html'
const SEARCH_INDEX = 'search-index.js'
const TEXTS = 'llms.txt'

/** The files of a site, by the paths of the server that its pages name. */
const pathsOf = (slug: string, documents: readonly (readonly [SiteDocumentName, string])[]): SitePaths => ({
  stems: new Map(documents.map(([name, stem]) => [siteDocumentPath(slug, name), stem])),
  others: new Map([
    [`${siteAddress(slug)}/search`, SEARCH],
    [searchIndexPath(slug), SEARCH_INDEX],
    [feedAddress(slug, 'pages'), FEED_FILES.pages],
    [feedAddress(slug, 'journals'), FEED_FILES.journals],
    [jsonFeedAddress(slug), JSON_FEED_FILE],
    ...documents.flatMap(([name, stem]): [string, string][] =>
      typeof name === 'string' ? [] : [[pageMarkdownAddress(slug, name.page), `${stem}.md`]],
    ),
  ]),
})

/**
 * A host shows this page at any address, so it has its style in itself. It leads to the pages of the folder if the place of
 * the folder on the host is known.
 */
async function notFoundPage(
  site: Site,
  look: ShownLook,
  addresses: FileAddresses,
  base: string | undefined,
): Promise<string> {
  const sheets = [READER_STYLE, SITE_STYLE].map((sheet) => new TextDecoder().decode(sheet.bytes()))
  const own = madeFiles(site).filter(({ name }) => name.endsWith('.css'))
  const style = [...sheets, ...own.map(({ text }) => text)].join('')
  const hash = createHash('sha256').update(style).digest('base64')
  const file = { policy: `default-src 'none'; base-uri 'none'; form-action 'self'; img-src 'self'; style-src 'sha256-${hash}'`, style } // prettier-ignore
  if (base === undefined) return noPublishedPage(file)
  return addresses.onHost(
    await noPageOfSite(site, look, true, file),
    new URL(base).pathname.replace(/\/$/, ''),
  )
}
