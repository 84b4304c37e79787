/**
 * Renders pages of a static site from data alone, so that a thread can, and so that the same data need not be rendered again.
 * @see sharing 4
 */
import { linksByName, siteAddress, type LinkNames, type LookPicture, type NamedSitePage, type OpenSite, type PageSet, type SharedView } from '@notegraph/service' // prettier-ignore
import type { Site } from '@notegraph/store'
import {
  canonicalName,
  siteDocument,
  siteDocumentPath,
  type SiteDocumentName,
} from '../readers/site-document.ts'
import { feedAddress, jsonFeedAddress } from '../readers/site-feed.ts'
import { pageMarkdownAddress, partsMarkdown } from '../readers/site-texts.ts'
import { searchIndexPath } from './search-page.ts'
import { encodedPath, fileAddresses, partPath, type FileAddresses } from './site-addresses.ts'
import { FEED_FILES, JSON_FEED_FILE } from './static-feeds.ts'

export const SEARCH = 'search.html'
export const SEARCH_INDEX = 'search-index.js'

/**
 * A host sends no header of ours, so each page has the policy itself. Its scripts are files of the folder, among which no
 * file of a reader's runs.
 */
export const POLICY =
  "default-src 'none'; base-uri 'none'; connect-src 'self'; form-action 'self'; img-src 'self'; script-src 'self'; style-src 'self'"

/** The data that every page of a static site depends on. It has no time of an edit, so one edit changes few pages. */
export interface StaticFrame {
  readonly site: Site
  readonly pages: PageSet
  readonly names: LinkNames
  readonly pictures: ReadonlyMap<string, LookPicture>
  /** The paths of the files of the look, by their paths on the server. */
  readonly lookFiles: ReadonlyMap<string, string>
  /** The paths of styles and scripts, which change with their content. */
  readonly assets: readonly string[]
  readonly base: string | undefined
}

/** A part of a page as data. */
interface PartData {
  readonly offset: number
  readonly view: Omit<SharedView, 'linkTo'>
  readonly linkedFrom: readonly string[]
  readonly fileNames: NamedSitePage['fileNames']
}

/** Some parts of a page, one after the other. */
export interface PageParts {
  /** The id of the page; undefined for the start page. */
  readonly id: string | undefined
  /** The path of the first part, without its ending. */
  readonly stem: string
  /** The offsets of the parts before these. */
  readonly before: readonly number[]
  readonly parts: readonly PartData[]
  /** The paths of the files that the parts show, by the last parts of their addresses. */
  readonly files: ReadonlyMap<string, string>
}

/** The files of some parts of a page. */
export type RenderedFiles = readonly (readonly [path: string, text: string])[]
export type RenderParts = (parts: PageParts) => Promise<RenderedFiles>

/** A part of a page without functions and times of edits. */
export function partData({ view, linkedFrom, fileNames }: NamedSitePage, offset: number): PartData {
  const { linkTo: _, ...data } = view
  return { offset, view: data, linkedFrom: linkedFrom.map(({ id }) => id), fileNames }
}

/** The places of the files of a static site. */
export interface StaticPlaces {
  readonly documents: readonly (readonly [name: SiteDocumentName, stem: string])[]
  readonly addresses: FileAddresses
  /** The complete address of a file; undefined if that of the folder is not known. */
  readonly urlOf: (path: string) => string | undefined
  readonly layoutOf: (path: string) => Parameters<typeof siteDocument>[4]
}

/** @returns the places, which the frame alone decides */
export function staticPlaces({
  site,
  pages,
  lookFiles,
  base,
}: Omit<StaticFrame, 'names' | 'pictures' | 'assets'>): StaticPlaces {
  const { slug } = site
  const documents: [SiteDocumentName, string][] = [
    ['start', 'index'],
    ['index', 'pages/index'],
    ['graph', 'graph'],
    ...Array.from(pages.values(), (page): [SiteDocumentName, string] => [{ page }, page.address]),
  ]
  const others = new Map([
    [`${siteAddress(slug)}/search`, SEARCH],
    [searchIndexPath(slug), SEARCH_INDEX],
    [feedAddress(slug, 'pages'), FEED_FILES.pages],
    [feedAddress(slug, 'journals'), FEED_FILES.journals],
    [jsonFeedAddress(slug), JSON_FEED_FILE],
    ...Array.from(pages.values(), (page): [string, string] => [pageMarkdownAddress(slug, page), `${page.address}.md`]), // prettier-ignore
    ...lookFiles,
  ])
  const urlOf = (path: string): string | undefined =>
    base && `${base}/${encodedPath(path.replace(/^index\.html$/, ''))}`
  /** Pictures keep their names in the folder. */
  const completeFile = base === undefined ? undefined : (path: string) => base + path.slice(siteAddress(slug).length) // prettier-ignore
  const stems = new Map(documents.map(([name, stem]) => [siteDocumentPath(slug, name), stem]))
  return {
    documents,
    addresses: fileAddresses({ stems, others }),
    urlOf,
    layoutOf: (path) => ({ canonical: urlOf(path), completeFile, policy: POLICY, hasFeeds: base !== undefined }), // prettier-ignore
  }
}

/**
 * The address of the file for a path of the server: complete, or relative to the folder if its place is not known.
 * @param files as in `PageParts`
 */
export const completeIn =
  (addresses: FileAddresses, base: string | undefined, files?: PageParts['files']) =>
  (path: string): string =>
    `${base === undefined ? '' : `${base}/`}${addresses.of(path, files)}`

/**
 * Creates the renderer of a site. Its answer depends on its two arguments alone.
 * @example
 * const files = await partsRenderer(frame)(parts) // [['boat.html', '<!doctype html>…'], ['boat.md', '# Boat…']]
 */
export function partsRenderer(frame: StaticFrame): RenderParts {
  const { site, pages, names, pictures, base } = frame
  const { addresses, layoutOf } = staticPlaces(frame)
  const linkTo = linksByName(site.slug, pages, names)
  const opened = { state: 'open', site, pages } as OpenSite // readers see nothing of the account
  return async ({ id, stem, before, parts, files }) => {
    const read = parts.map(({ view, linkedFrom, fileNames }): NamedSitePage => ({
      view: { ...view, linkTo },
      linkedFrom: linkedFrom.flatMap((one) => pages.get(one) ?? []),
      fileNames,
    }))
    const name: SiteDocumentName = id === undefined ? 'start' : { page: pages.get(id)! }
    const offsets = [...before, ...parts.map(({ offset }) => offset)]
    const known = canonicalName(opened, name) === 'start' ? 'index' : stem
    const rendered: [string, string][] = []
    for (const [n, { offset }] of parts.entries()) {
      const path = partPath(stem, offset)
      const readers = { read: async () => read[n], pictures: async () => pictures, links: async () => [] }
      const { html, next } = (await siteDocument(
        readers,
        opened,
        name,
        offset,
        layoutOf(partPath(known, offset)),
      ))!
      const targets = { parts: offsets.slice(0, before.length + n + 1), next, files }
      rendered.push([path, addresses.relative(html, path, targets)])
    }
    if (id !== undefined && before.length === 0)
      rendered.push([`${stem}.md`, await partsMarkdown(opened, read, completeIn(addresses, base, files))])
    return rendered
  }
}
