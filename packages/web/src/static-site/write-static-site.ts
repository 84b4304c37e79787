/**
 * Writes a site as plain files that any host sends. The documents are those of the server, with relative addresses in place
 * of its paths, so a browser also opens them from a disk. The same site gives the same bytes.
 * @see sharing 4
 */
import type { FolderTarget, OpenSite, Progress, SiteReaders } from '@notegraph/service'
import type { Blobs } from '@notegraph/store'
import { ICON, STYLE } from '../assets.ts'
import { mapAddresses } from '../components/map-addresses.ts'
import { noPublishedPage } from '../readers/reader-messages.ts'
import { siteDocument, siteDocumentPath, type SiteDocumentName } from '../readers/site-document.ts'
import { siteMap } from '../readers/site-map.ts'
import { pageFileNames } from './file-names.ts'
import { siteFiles } from './site-files.ts'
import { NOT_FOUND, partPath, relativeAddresses } from './site-addresses.ts'

/** A host sends no header of ours, so each page has the policy itself. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src 'self'; style-src 'self'"

/** The sources of a static site. */
export interface StaticSiteSources {
  readonly siteReaders: Pick<SiteReaders, 'read'>
  readonly blobs: Pick<Blobs, 'get' | 'open'>
}

/** The options of a static site. */
export interface StaticSiteOptions {
  /** The address of the folder on the web, without a slash at its end. Only with one has the site a map. */
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
  const names = pageFileNames(pages.values())
  const documents: [SiteDocumentName, string][] = [
    ['start', 'index'],
    ['index', 'pages/index'],
    ...Array.from(pages.keys(), (id): [SiteDocumentName, string] => [
      { page: id },
      `pages/${names.get(id)!}`,
    ]),
  ]
  const urlOf = (path: string): string | undefined => base && `${base}/${path.replace(/^index\.html$/, '')}`
  const toFiles = relativeAddresses(
    new Map(documents.map(([name, stem]) => [siteDocumentPath(site.slug, name), stem])),
  )
  const files = siteFiles(blobs, account.id, (path, content) => target.write(path, content))

  async function writeDocument(name: SiteDocumentName, stem: string): Promise<void> {
    const parts: number[] = []
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const path = partPath(stem, offset)
      const layout = { canonical: urlOf(path), policy: POLICY }
      const part = await siteDocument(siteReaders, opened, name, offset, layout)
      if (!part) return // the page was deleted while the site was written
      parts.push(offset)
      const shown = new Map<number, string>()
      for (const file of part.files) {
        const at = await files.add(file)
        if (at !== undefined) shown.set(file.number, at)
      }
      await target.write(path, toFiles(part.html, path, { parts, next: part.next, files: shown }))
      offset = part.next
    }
  }

  for (const asset of [STYLE, ICON]) await target.write(asset.path.slice(1), asset.bytes())
  for (const [done, [name, stem]] of documents.entries()) {
    await writeDocument(name, stem)
    progress?.(done + 1, documents.length)
  }
  await target.write(NOT_FOUND, await notFoundPage(base))
  if (base !== undefined)
    await target.write(
      'sitemap.xml',
      siteMap([
        { url: `${base}/` },
        ...Array.from(pages.values(), ({ id, editedAt }) => ({
          url: `${base}/pages/${encodeURIComponent(names.get(id)!)}.html`,
          editedAt,
        })),
      ]),
    )
  return { pages: pages.size, files: files.count(), missing: files.missing() }
}

/** A host shows this page at any address, so its addresses are complete paths. */
const notFoundPage = async (base: string | undefined): Promise<string> => {
  const path = base === undefined ? '' : new URL(base).pathname.replace(/\/$/, '')
  return mapAddresses(await noPublishedPage(), (address) => path + address)
}
