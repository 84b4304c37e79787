/**
 * The documents of a site: the start page, the index, and each page. The server sends them at their paths, and a static
 * site has a file for each.
 * @see sharing 3, 4
 */
import { LIMITS } from '@notegraph/contract'
import {
  partAt,
  siteAddress,
  sitePageAddress,
  type NamedSitePage,
  type OpenSite,
  type PublishedPage,
  type SharedFile,
  type SiteReaders,
} from '@notegraph/service'
import type { Site } from '@notegraph/store'
import { pagesInGraph } from './site-graph.ts'
import { shownLook } from './site-look.ts'
import { byDay, inIndex } from './site-tree.ts'
import { siteGraphPage, siteIndexPage, sitePage, type SitePlace } from './site-pages.ts'

/** A document: the first page that readers see, the index, the picture of the links, or a page. */
export type SiteDocumentName = 'start' | 'index' | 'graph' | { readonly page: PublishedPage }

/** A file of a part of a document. */
export interface SiteFile {
  /** The last part of its address. */
  readonly name: string
  readonly file: SharedFile
}

/** A part of a document. */
export interface SiteDocument {
  readonly html: string
  /** The offset of the next part; undefined after the last one. */
  readonly next: number | undefined
  /** The files of the page that the part shows. */
  readonly files: readonly SiteFile[]
  /** The part of the page that it shows; undefined for the index and the picture of the links. */
  readonly part?: NamedSitePage
}

/**
 * The path of a document below the address of the server.
 * @example
 * siteDocumentPath('garden', 'index') // '/p/garden/index'
 */
export function siteDocumentPath(slug: string, name: SiteDocumentName): string {
  if (typeof name !== 'string') return sitePageAddress(slug, name.page)
  return name === 'start' ? siteAddress(slug) : `${siteAddress(slug)}/${name}`
}

/**
 * Reads a part of a document.
 *
 * @param layout the members that a server and a folder choose
 * @returns undefined if the site has no such page
 * @example
 * await siteDocument(siteReaders, opened, 'start', 0, { hasFeeds: false })
 */
export async function siteDocument(
  readers: Pick<SiteReaders, 'read' | 'links' | 'pictures'>,
  opened: OpenSite,
  name: SiteDocumentName,
  offset: number,
  layout: Pick<SitePlace, 'canonical' | 'completeFile' | 'policy' | 'hasFeeds'>,
): Promise<SiteDocument | undefined> {
  const { site, pages } = opened
  const look = await shownLook(readers, opened)
  const place = { ...layout, site, look, pages, path: siteDocumentPath(site.slug, name) }
  if (name === 'graph') {
    const { shown, total } = pagesInGraph(site, pages)
    const ids = shown.map(({ id }) => id)
    const html = await siteGraphPage({ pages: shown, total, links: await readers.links(opened, ids) }, place)
    return { html, next: undefined, files: [] }
  }
  const id = pageOf(opened, name)
  if (id === undefined) {
    const all = look.theme === 'blog' ? byDay(pages) : inIndex(pages)
    const some = all.slice(offset, offset + LIMITS.webBlocks)
    const html = await siteIndexPage({ pages: some, total: pages.size, offset }, place)
    return { html, next: nextOf(offset, some.length, pages.size), files: [] }
  }
  const page = await readers.read(opened, id, partAt(offset))
  if (!page) return undefined
  const { shown, total, files } = page.view
  return {
    html: await sitePage(page, place, offset),
    next: nextOf(offset, shown, total),
    files: Array.from(files.values(), (file) => ({ name: page.fileNames.get(file.number) ?? '', file })),
    part: page,
  }
}

/** The id of the page that a document shows; undefined for the index and the picture of the links. */
export function pageOf(
  { site, pages }: Pick<OpenSite, 'site' | 'pages'>,
  name: SiteDocumentName,
): string | undefined {
  if (typeof name !== 'string') return name.page.id
  return name === 'start' ? startOf(site, pages) : undefined
}

/**
 * The document whose address search engines are to know: the start page has one of its own, too.
 * @example
 * canonicalName(opened, { page: start }) // 'start'
 */
export const canonicalName = (
  { site, pages }: Pick<OpenSite, 'site' | 'pages'>,
  name: SiteDocumentName,
): SiteDocumentName => (typeof name !== 'string' && name.page.id === startOf(site, pages) ? 'start' : name)

/** The start page, while it is published. */
export const startOf = ({ rule }: Site, pages: OpenSite['pages']): string | undefined =>
  rule.start !== undefined && pages.has(rule.start) ? rule.start : undefined

/** The offset of the part after one. */
export const nextOf = (offset: number, shown: number, total: number): number | undefined =>
  shown > 0 && offset + shown < total ? offset + shown : undefined
