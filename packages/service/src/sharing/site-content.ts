/** The content of a site for its readers: as the graph is now, or as it was published. @see sharing 3 */
import type { Window } from '@notegraph/store'
import type { SharedView } from './shared-view.ts'
import type { FeedEntry, FeedKind } from './site-feed.ts'
import type { PublishedPage } from './site-pages.ts'
import type { SiteMatches, TitleOf } from './site-search.ts'

/** A page of a site. */
export interface SitePage {
  readonly view: SharedView
  /** The other pages of the site that link the page, by name. */
  readonly linkedFrom: readonly PublishedPage[]
}

/** A link from a page to another. */
export type SiteLink = readonly [from: string, to: string]

export interface SiteContent {
  /** Reads a part of a page. @returns undefined if the page is not on the site */
  read(id: string, window: Window): Promise<SitePage | undefined>
  /** The links among pages of the site, as pairs of ids: the page that links, and the linked one. */
  links(ids: readonly string[]): Promise<readonly SiteLink[]>
  /** Searches the pages for plain words. */
  search(q: string, titleOf: TitleOf): Promise<SiteMatches>
  /** The visible words of each block of a page, in its order. Nothing if the page is not on the site. */
  words(id: string): AsyncIterable<string>
  /** The entries of a feed, the latest first. */
  feed(kind: FeedKind): Promise<readonly FeedEntry[]>
  /** The ids of the files of a page, by number. */
  fileIds(id: string): Promise<readonly string[]>
}
