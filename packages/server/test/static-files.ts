/** The site `trip` as plain files. @see sharing 4 */
import { siteReaders, siteSets, type FolderTarget, type SiteReaders } from '@notegraph/service'
import { writeStaticSite, type StaticSiteOptions, type StaticSiteReport } from '@notegraph/web'
import { expect } from 'vitest'
import type { Api } from './api.ts'

type Source = Pick<Api, 'store' | 'blobs' | 'clock'>

export function readersOf({ store, blobs, clock }: Source): SiteReaders {
  const now = () => clock.now
  return siteReaders(store, { blobs, clock: now, sets: siteSets(store, now) })
}

/**
 * Writes the site of the account `me`.
 * @param base its place on the web
 * @param onRead called with the id and the offset of each part that is read
 */
export async function writtenSite(
  source: Source,
  target: FolderTarget,
  base?: string,
  onRead?: (part: string) => void,
  threads?: StaticSiteOptions['threads'],
): Promise<StaticSiteReport> {
  const readers = readersOf(source)
  const opened = await readers.openOwn((await source.store.accounts.find('me'))!, 'trip')
  if (!opened.ok) throw new Error(opened.refusal.code)
  const read: typeof readers.read = async (site, id, window) => {
    onRead?.(`${id} ${window.offset}`)
    return readers.read(site, id, window)
  }
  const sources = { siteReaders: { ...readers, read }, blobs: source.blobs }
  return writeStaticSite(sources, opened.value, target, {
    ...(base !== undefined && { base }),
    ...(threads && { threads }),
  })
}

/** The files in memory, by path. */
export async function staticFiles(
  api: Source,
  base?: string,
): Promise<{ readonly files: ReadonlyMap<string, string>; readonly report: StaticSiteReport }> {
  const files = new Map<string, string>()
  const target: FolderTarget = {
    async write(path, content) {
      expect(files.has(path)).toBe(false)
      const isWhole = typeof content === 'string' || content instanceof Uint8Array
      const bytes = isWhole ? Buffer.from(content) : Buffer.concat(await Array.fromAsync(content))
      files.set(path, bytes.toString())
    },
  }
  const report = await writtenSite(api, target, base)
  return { files, report }
}
