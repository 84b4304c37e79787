/**
 * Writes a site as plain files that any host sends. The documents are those of the server, with relative addresses in place
 * of its paths, so a browser also opens them from a disk. The same site gives the same bytes.
 * @see sharing 4
 */
import { createHash } from 'node:crypto'
import { LIMITS } from '@notegraph/contract'
import {
  partAt,
  siteFileAddress,
  type FolderTarget,
  type KeepingTarget,
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
import {
  nextOf,
  pageOf,
  siteDocument,
  type SiteDocument,
  type SiteDocumentName,
} from '../readers/site-document.ts'
import { madeFileAddress, madeFiles, shownLook, type ShownLook } from '../readers/site-look.ts'
import { siteMap } from '../readers/site-map.ts'
import { MARKDOWN_PARTS, siteTexts } from '../readers/site-texts.ts'
import { titleOf } from '../readers/site-title.ts'
import { searchIndex, searchIndexScript } from './search-index.ts'
import { staticSearchPage } from './search-page.ts'
import { encodedPath, NO_PARTS, NOT_FOUND, partPath, type FileAddresses } from './site-addresses.ts'
import { movedPage } from './moved-page.ts'
import { completeIn, partData, partsRenderer, SEARCH, SEARCH_INDEX, staticPlaces, type PageParts, type RenderParts, type StaticFrame } from './page-parts.ts' // prettier-ignore
import { siteFiles } from './site-files.ts'
import { writeFeeds } from './static-feeds.ts'

/** The sources of a static site. */
export interface StaticSiteSources {
  readonly siteReaders: Pick<
    SiteReaders,
    'read' | 'links' | 'linkNames' | 'words' | 'feed' | 'pictures' | 'formerAddresses'
  >
  readonly blobs: Pick<Blobs, 'get' | 'open'>
}

/** The options of a static site. */
export interface StaticSiteOptions {
  /** The address of the folder on the web, without a slash at its end. Only with one has the site a map and feeds. */
  readonly base?: string
  readonly progress?: Progress
  /** Starts threads that render; without them, pages are rendered here. */
  readonly threads?: (frame: StaticFrame) => RenderThreads
}

/** Threads that render parts of pages. */
export interface RenderThreads {
  readonly render: RenderParts
  /** The most parts that may wait. */
  readonly most: number
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
 * Writes a site to a folder or an archive; each file is written once. A page whose data did not change is not rendered again if the
 * target has its files.
 *
 * @example
 * ```ts
 * const report = await writeStaticSite({ siteReaders, blobs }, opened, zipTarget())
 * ```
 */
export async function writeStaticSite(
  { siteReaders, blobs }: StaticSiteSources,
  opened: OpenSite,
  target: FolderTarget & Partial<KeepingTarget>,
  { base, progress, threads }: StaticSiteOptions = {},
): Promise<StaticSiteReport> {
  const { site, pages, account } = opened
  const fileOf = ({ address }: PublishedPage): string => partPath(address, 0)
  const files = siteFiles(blobs, account.id, (path, content) => target.write(path, content))
  const pictures = await siteReaders.pictures(opened)
  const frame = await frameOf()
  const { documents, addresses, urlOf, layoutOf } = staticPlaces(frame)
  const frameHash = hashOf(frame)
  const { render, most } = threads?.(frame) ?? { render: partsRenderer(frame), most: 0 }
  const index = searchIndex(LIMITS.siteIndex)
  /** The paths of the files of pages, by the last parts of their addresses on the server, for feeds. */
  const placed = new Map<string, string>()
  const complete = completeIn(addresses, base, placed)

  async function frameOf(): Promise<StaticFrame> {
    const { publishedAt: _, ...rest } = site
    const untimed = Array.from(pages, ([id, page]) => [id, { ...page, editedAt: 0, values: [] }] as const)
    const [names, lookFiles] = [await siteReaders.linkNames(opened), await writeLook()]
    const assets = ASSETS.map(({ path }) => path)
    return { site: rest, pages: new Map(untimed), names, pictures, lookFiles, assets, base }
  }

  /** Writes the files of the look. @returns their paths by the paths of the server */
  async function writeLook(): Promise<Map<string, string>> {
    const written = new Map<string, string>()
    for (const { name, text } of madeFiles(site)) {
      await target.write(`assets/${name}`, text)
      written.set(madeFileAddress(site.slug, name), `assets/${name}`)
    }
    for (const { address, file } of pictures.values()) {
      const at = await files.add(address, file)
      if (at !== undefined) written.set(siteFileAddress(site.slug, address), at)
    }
    return written
  }

  let hasDrawn = false
  /** The library of diagrams is large, so only a folder with a diagram has it. */
  async function writeDiagrams(html: string): Promise<void> {
    if (hasDrawn || !hasDiagram(html)) return
    hasDrawn = true
    for (const asset of DIAGRAMS) await target.write(asset.path.slice(1), asset.bytes())
  }

  /** Writes the index or the picture of the links. */
  async function writeList(name: SiteDocumentName, stem: string): Promise<void> {
    const parts: number[] = []
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const path = partPath(stem, offset)
      const part: SiteDocument = (await siteDocument(siteReaders, opened, name, offset, layoutOf(path)))!
      parts.push(offset)
      await target.write(path, addresses.relative(part.html, path, { ...NO_PARTS, parts, next: part.next }))
      offset = part.next
    }
  }

  /** Reads a page, some parts at a time. Nothing if it was deleted while the site was written. */
  async function* readPage(id: string, isStart: boolean, stem: string): AsyncGenerator<PageParts> {
    const before: number[] = []
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const parts: PageParts['parts'][number][] = []
      const own = new Map<string, string>()
      while (offset !== undefined && parts.length < MARKDOWN_PARTS) {
        const part: NamedSitePage | undefined = await siteReaders.read(opened, id, partAt(offset))
        if (!part) return
        parts.push(partData(part, offset))
        const { shown, total, files: shownFiles } = part.view
        for (const file of shownFiles.values()) {
          const name = part.fileNames.get(file.number) ?? ''
          const at = await files.add(name, file)
          if (at !== undefined) own.set(name, at)
        }
        offset = nextOf(offset, shown, total)
      }
      yield { id: isStart ? undefined : id, stem, before: [...before], parts, files: own }
      for (const [name, at] of own) placed.set(name, at)
      before.push(...parts.map((part) => part.offset))
    }
  }

  /** Whether the target has all files of some parts, rendered from the same data. */
  async function isKept({ id, stem, before, parts }: PageParts, key: string): Promise<boolean> {
    const paths = parts.map(({ offset }) => partPath(stem, offset))
    if (id !== undefined && before.length === 0) paths.push(`${stem}.md`)
    const texts = await Promise.all(paths.map(async (path) => target.keep?.(path, key)))
    if (texts.includes(undefined)) return false
    for (const text of texts) await writeDiagrams(text!)
    return true
  }

  /** Parts that are being rendered, in the order in which they are written. */
  const rendering: ReturnType<RenderParts>[] = []
  async function writeRendered(left: number): Promise<void> {
    while (rendering.length > left)
      for (const [path, text] of await rendering.shift()!) {
        await writeDiagrams(text)
        await target.write(path, text)
      }
  }

  async function writePage(id: string, isStart: boolean, stem: string): Promise<void> {
    let isThere = false
    for await (const parts of readPage(id, isStart, stem)) {
      isThere = true
      if (target.keep && (await isKept(parts, hashOf([frameHash, parts])))) continue
      const rendered = render(parts)
      rendered.catch(() => {}) // reported when its turn comes
      rendering.push(rendered)
      await writeRendered(most)
    }
    if (isThere && !isStart)
      await index.add(encodedPath(partPath(stem, 0)), titleOf(site, pages.get(id)!), siteReaders.words(opened, id)) // prettier-ignore
  }

  for (const asset of ASSETS) await target.write(asset.path.slice(1), asset.bytes())
  for (const [done, [name, stem]] of documents.entries()) {
    const id = pageOf(opened, name)
    await (id === undefined ? writeList(name, stem) : writePage(id, name === 'start', stem))
    progress?.(done + 1, documents.length)
  }
  await writeRendered(0)
  for (const [former, page] of await siteReaders.formerAddresses(opened))
    await target.write(partPath(former, 0), await movedPage(site, page, urlOf(fileOf(page))))
  const words = index.finish()
  const look = await shownLook(siteReaders, opened)
  const search = await staticSearchPage(site, { look, ...layoutOf(SEARCH) }, words.cutAt)
  await target.write(SEARCH, addresses.relative(search, SEARCH, NO_PARTS))
  await target.write(SEARCH_INDEX, searchIndexScript(words))
  await target.write(TEXTS, siteTexts(opened, complete))
  await target.write(NOT_FOUND, await notFoundPage(site, look, addresses, base))
  if (base !== undefined) {
    const urlOfPage = (page: PublishedPage): string => `${base}/${encodedPath(fileOf(page))}`
    await writeFeeds(siteReaders, opened, target, base, urlOfPage, complete)
    const urlOfDocument = (name: SiteDocumentName): string =>
      typeof name === 'string' ? `${base}/` : urlOfPage(name.page)
    await target.write('sitemap.xml', siteMap(opened, urlOfDocument))
  }
  return { pages: pages.size, files: files.count(), missing: files.missing() }
}

const TEXTS = 'llms.txt'

/** The styles and scripts of every folder, and those of one with diagrams. */
const ASSETS = [READER_STYLE, SITE_STYLE, ICON, SITE_SCRIPT, SITE_SEARCH]
const DIAGRAMS = [DIAGRAMS_SCRIPT, DIAGRAM_FRAME, DIAGRAM_SCRIPT]

/** The hash of data with maps and sets. */
const hashOf = (data: unknown): string =>
  createHash('sha256')
    .update(
      JSON.stringify(data, (_, one: unknown) => (one instanceof Map || one instanceof Set ? [...one] : one)),
    )
    .digest('hex')

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
