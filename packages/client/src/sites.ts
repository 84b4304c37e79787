/** Publishes, lists, changes, downloads and ends sites. */
import { downloadOf, type Download } from './download.ts'
import type { Window } from './notes.ts'
import type { CallOptions } from './options.ts'
import { makeFetch, makeGet, makeSender, type ClientOptions } from './sender.ts'
import type { ChangeSite, PublishSite, Site, SiteArchiveQuery, SiteList, SitePageList } from './site.ts'

/** Each call throws a `NotegraphError` if the service refuses it. */
export interface SitesClient {
  /** Lists the sites. */
  list(asked?: Window, options?: CallOptions): Promise<SiteList>
  /** Lists the pages that readers see now. */
  listPages(slug: string, asked?: Window, options?: CallOptions): Promise<SitePageList>
  /**
   * Publishes a site. Without retries after a lost answer, because the slug would then be in use.
   * @throws `conflict` at 10 sites, or if the slug is in use
   */
  publish(body: PublishSite, options?: CallOptions): Promise<Site>
  /** Changes a site. Readers notice at their next visit. */
  change(slug: string, body: ChangeSite, options?: CallOptions): Promise<Site>
  /**
   * Starts to download a site as a zip archive of plain files. Cancel the stream to stop.
   * @param asked `base`, the address of the folder on the web: with it, the site has feeds and a map
   * @throws `conflict` if the site ended, or while several exports of the account run. A truncated archive fails the stream.
   */
  download(slug: string, asked?: SiteArchiveQuery, options?: CallOptions): Promise<Download>
  /** Ends a site immediately. Ending a site again changes nothing. */
  end(slug: string, options?: CallOptions): Promise<Site>
  /** Opens a site again that a restore of the server closed. @throws `conflict` if it ended otherwise */
  open(slug: string, options?: CallOptions): Promise<Site>
}

/**
 * A client of published sites.
 * @param client the `token` is a device session
 * @example
 * const { url } = await sitesClient({ url, token: session }).publish({ slug: 'garden', title: 'Garden', tag: 'essay' })
 */
export function sitesClient(client: ClientOptions): SitesClient {
  const ask = makeFetch(client)
  const send = makeSender(client)
  const get = makeGet(send)
  const root = '/api/v1/settings/sites'
  const pathOf = (slug: string) => `${root}/${encodeURIComponent(slug)}`
  return {
    list: (asked, options) => get(root, asked, options),
    listPages: (slug, asked, options) => get(`${pathOf(slug)}/pages`, asked, options),
    publish: (body, { signal } = {}) => send({ method: 'POST', path: root, body, repeatable: false, signal }),
    change: (slug, body, { signal } = {}) =>
      send({ method: 'PATCH', path: pathOf(slug), body, repeatable: true, signal }),
    async download(slug, query, { signal } = {}) {
      const path = `${pathOf(slug)}/archive`
      return downloadOf(await ask({ method: 'GET', path, repeatable: true, signal, ...(query && { query }) }))
    },
    end: (slug, { signal } = {}) =>
      send({ method: 'POST', path: `${pathOf(slug)}/end`, repeatable: true, signal }),
    open: (slug, { signal } = {}) =>
      send({ method: 'POST', path: `${pathOf(slug)}/open`, repeatable: true, signal }),
  }
}
