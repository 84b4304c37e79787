/** Published sites as their owner sees them. */
import type { Listed, ResolvedType } from './answers.ts'

/** How a site looks. */
export interface SiteLook {
  /** The layout; `garden` by default. */
  theme?: 'garden' | 'handbook' | 'blog'
  /** The color of links, such as `#246152`. */
  accent?: string
  /** The color behind the words, such as `#fffaf0`. */
  background?: string
  /** The letters of the reader's system. */
  font?: 'sans' | 'serif' | 'rounded' | 'mono'
  /** The id of a picture of the account. When it is sent, the name does too. */
  logo?: string
  /** A sign such as 🌱, or a picture as for `logo`. */
  icon?: string
  /** Words below each page, as Markdown with links. */
  footer?: string
  /** A style sheet without addresses, imports, font faces and escapes. */
  style?: string
}

/** A set of pages that anyone can read. */
export interface Site {
  /** The last part of the address. */
  slug: string
  /** The address of the site. Anyone can read it. */
  url: string
  title: string
  /** The ids of chosen pages. */
  pages: readonly string[]
  tag?: string
  type?: ResolvedType
  query?: string
  /** Whether journals that the site selects are published. */
  journals: boolean
  /** The tag that keeps pages out, however selected. */
  except?: string
  /** The id of the page that readers see first. */
  start?: string
  /** The ids of the pages that come first in the navigation, in this order. */
  navigation?: string[]
  look?: SiteLook
  /** Names of its own at which the site answers. */
  hosts?: string[]
  /** The TXT record that proves each name. */
  hostRecords?: { host: string; name: string; value: string }[]
  /** The language of the pages, such as `de` or `pt-BR`. */
  lang?: string
  /** Whether the site follows the graph. If not, `change` publishes it again. */
  follows: boolean
  /** When it was published last, in milliseconds since 1970. Absent if it follows the graph. */
  publishedAt?: number
  /** The number of pages that readers see now. */
  published: number
  /** Milliseconds since 1970. */
  createdAt: number
  /** Milliseconds since 1970. Absent if it was not ended. */
  endedAt?: number
  /** When a restore of the server closed it, in milliseconds since 1970. Absent if it is not closed. */
  closedAt?: number
}

/** Sites, newest first, with ended ones. */
export interface SiteList extends Listed {
  sites: readonly Site[]
}

/** The pages that readers of a site see now, by name. */
export interface SitePageList extends Listed {
  pages: readonly { id: string; name: string; url: string }[]
}

/** The options of the download of a site. */
export interface SiteArchiveQuery {
  /** The address of the folder on the web: with it, the site has feeds and a map. */
  base?: string | undefined
}

/** A site to publish. It has the pages that `pages`, `tag`, `type` or `query` selects. */
export interface PublishSite {
  /** Lower-case letters and digits with single hyphens between them. */
  slug: string
  title: string
  /** Chosen pages, each by its id, its name or an alias. */
  pages?: readonly string[]
  tag?: string
  type?: ResolvedType
  query?: string
  /** `false` by default. */
  journals?: boolean
  /** A tag that keeps pages out, however selected. */
  except?: string
  /** The page that readers see first, by its id, its name or an alias. */
  start?: string
  /** Pages that come first in the navigation, each by its id, its name or an alias. */
  navigation?: readonly string[]
  look?: SiteLook
  /** Names of its own at which the site answers, the main one first. */
  hosts?: readonly string[]
  /** The language of the pages, such as `de` or `pt-BR`. English by default. */
  lang?: string
  /** Whether the site follows the graph. `true` by default. */
  follows?: boolean
}

/** A change of a site. Members that are left out stay, and `null` removes one. */
export interface ChangeSite {
  title?: string
  pages?: readonly string[]
  tag?: string | null
  type?: ResolvedType | null
  query?: string | null
  journals?: boolean
  except?: string | null
  start?: string | null
  navigation?: readonly string[] | null
  /** Replaces the look as a whole. */
  look?: SiteLook | null
  hosts?: readonly string[] | null
  lang?: string | null
  follows?: boolean
}
