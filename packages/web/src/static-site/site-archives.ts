/** A site as an archive of plain files, for its owner. @see sharing 4 */
import { ok, type Archive, type ExportsService, type Result, type SiteReaders } from '@notegraph/service'
import type { Account } from '@notegraph/store'
import { writeStaticSite, type StaticSiteSources } from './write-static-site.ts'

/** Starts an archive. @returns 409 if too many archives are written */
export type ArchiveStart = () => Promise<Result<Archive>>

/**
 * Finds a site to archive.
 * @param base the address of its folder on the web, if that is known
 * @returns 404 if the account has no such site, 409 if it ended
 */
export type SiteArchives = (account: Account, slug: string, base?: string) => Promise<Result<ArchiveStart>>

/** The parts of the service that archives of sites use. */
export interface SiteArchivesDeps extends StaticSiteSources {
  readonly siteReaders: StaticSiteSources['siteReaders'] & Pick<SiteReaders, 'openOwn'>
  readonly exports: Pick<ExportsService, 'archive'>
}

/**
 * Creates the service.
 *
 * @example
 * ```ts
 * const start = await siteArchives({ siteReaders, exports, blobs })(account, 'garden')
 * const archive = start.ok ? await start.value() : start
 * ```
 */
export const siteArchives =
  ({ exports, ...sources }: SiteArchivesDeps): SiteArchives =>
  async (account, slug, base) => {
    const opened = await sources.siteReaders.openOwn(account, slug)
    if (!opened.ok) return opened
    return ok(async () =>
      exports.archive(account, `${slug}.zip`, (target, progress) =>
        writeStaticSite(sources, opened.value, target, { progress, ...(base !== undefined && { base }) }),
      ),
    )
  }
