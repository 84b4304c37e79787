/**
 * Published sites: sets of pages that anyone can read. The store keeps the rule of a set, not its pages, because the pages
 * follow the graph.
 *
 * Times are milliseconds since 1970.
 * @see sharing 3
 */
import type { ResolvedType } from '@notegraph/graph'
import type { Account } from './account.ts'
import type { Entity } from './members.ts'

/** The ids of the pages that a stored rule names, by the folded name that it has for each. A page may have another name by now. */
export type MeantPages = Readonly<Record<string, string>>

/** How a site looks. */
export interface SiteLook {
  /** The layout; `garden` by default. */
  readonly theme?: 'garden' | 'handbook' | 'blog'
  /** Colors such as `#246152`. */
  readonly accent?: string
  readonly background?: string
  readonly font?: 'sans' | 'serif' | 'rounded' | 'mono'
  /** The id of a file. */
  readonly logo?: string
  /** The id of a file, or a sign such as 🌱. */
  readonly icon?: string
  /** Markdown. */
  readonly footer?: string
  /** A checked style sheet. */
  readonly style?: string
}

/** Selects the pages of a site, and says how they are shown. A page is published if one of `pages`, `tag`, `type` and `query` selects it. */
export interface SiteRule {
  /** The ids of chosen pages. */
  readonly pages: readonly string[]
  /** The name of a tag. */
  readonly tag?: string
  readonly type?: ResolvedType
  /** A query, as written; it selects the pages of its blocks. */
  readonly query?: string
  /** Whether journals that the rule selects are published. */
  readonly journals: boolean
  /** The name of a tag whose pages stay private. */
  readonly except?: string
  /** The id of the first page that readers see. */
  readonly start?: string
  /** The ids of the pages that come first in the navigation. */
  readonly navigation?: readonly string[]
  /** The language of the pages, a BCP 47 tag. */
  readonly lang?: string
  readonly look?: SiteLook
  /** Names of its own at which it answers, once each is proven. */
  readonly hosts?: readonly string[]
  readonly meant?: MeantPages
}

/** The members of a site. */
export const SITE = {
  /** The last part of its address, unique in the store. */
  slug: 'text',
  title: 'text',
  rule: 'json',
  createdAt: 'number',
  endedAt: 'number?',
  /** When a restore closed it: it ended, until its owner opens it again. */
  closedAt: 'number?',
  /** When its state was published last; absent if the site follows the graph. */
  publishedAt: 'number?',
} as const

/** A site of an account. */
export interface Site extends Entity<typeof SITE> {
  readonly accountId: string
  readonly rule: SiteRule
}

/** A site with the account whose pages it shows, read in one step. */
export interface SiteHolder {
  readonly site: Site
  readonly account: Account
}

/** How many sites of an account are kept. */
export interface SiteLimits {
  readonly open: number
  /** Sites that ended. The oldest of them are deleted first, and their slugs become free. */
  readonly closed: number
}

/** The sites of all accounts. */
export interface SiteStore {
  /**
   * Stores a site. `publication` is the state of a site that does not follow the graph, as JSON. The slug of an ended site is free for the same account only.
   * @returns `taken` if the slug is in use; `full` if the account has the most open sites or does not exist
   */
  create(site: Site, most: SiteLimits, publication?: string): Promise<'created' | 'taken' | 'full'>
  /** Finds a site, also an ended one. */
  find(slug: string): Promise<SiteHolder | undefined>
  /** Oldest first, with those that ended. */
  list(accountId: string): Promise<Site[]>
  /** The published state of an open site that does not follow the graph. */
  findPublication(slug: string): Promise<string | undefined>
  /** The addresses of a site's pages and files, as JSON. They stay when the site ends. */
  findAddresses(slug: string): Promise<string | undefined>
  /** Replaces the addresses. @returns false if they are no longer `from`, or the account has no such site */
  keepAddresses(accountId: string, slug: string, from: string | undefined, to: string): Promise<boolean>
  /** Replaces `title`, `rule`, `publishedAt` and the published state. @returns false if the account has no such site, or it ended */
  update(site: Site, publication?: string): Promise<boolean>
  /** Replaces the rule of an open or ended site. @returns false if it is no longer `from`, or there is no such site */
  keepRule(accountId: string, slug: string, from: SiteRule, to: SiteRule): Promise<boolean>
  /**
   * Ends a site. Ending it again keeps the first time. A closed one can no longer be opened again.
   * @returns the site, or undefined if the account has none with that slug
   */
  end(accountId: string, slug: string, at: number): Promise<Site | undefined>
  /**
   * Opens a closed site again, with its published state.
   * @returns undefined if the account has no closed site with that slug
   */
  reopen(accountId: string, slug: string, mostOpen: number): Promise<Site | 'full' | undefined>
}
