/** A site as an archive of plain files, for its owner. @see sharing 4 */
import type { Archive, ExportsService, Result, SiteReaders } from '@notegraph/service'
import type { Account } from '@notegraph/store'
import { writeStaticSite, type StaticSiteSources } from './write-static-site.ts'

/** Starts the archive of a site. @returns 404 if the account has no such site, 409 if it ended or too many archives are written */
export type SiteArchives = (account: Account, slug: string) => Promise<Result<Archive>>

/** The parts of the service that archives of sites use. */
export interface SiteArchivesDeps extends StaticSiteSources {
  readonly siteReaders: Pick<SiteReaders, 'read' | 'openOwn'>
  readonly exports: Pick<ExportsService, 'archive'>
}

/**
 * Creates the service.
 *
 * @example
 * ```ts
 * const archive = await siteArchives({ siteReaders, exports, blobs })(account, 'garden')
 * ```
 */
export const siteArchives =
  ({ exports, ...sources }: SiteArchivesDeps): SiteArchives =>
  async (account, slug) => {
    const opened = await sources.siteReaders.openOwn(account, slug)
    if (!opened.ok) return opened
    return exports.archive(account, `${slug}.zip`, (target, progress) =>
      writeStaticSite(sources, opened.value, target, { progress }),
    )
  }
