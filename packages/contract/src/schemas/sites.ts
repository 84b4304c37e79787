/**
 * Published sites: sets of pages that anyone can read.
 * @see sharing 3, 7
 */
import { quote } from '@notegraph/page-types'
import * as v from 'valibot'
import { envelope } from './envelope.ts'
import { LIMITS } from '../limits.ts'
import { optional, removable } from './optional.ts'
import { ResolvedType } from './page.ts'
import { Count, list, Timestamp } from './scalars.ts'

const Slug = v.pipe(
  v.string(),
  v.description(
    `The last part of the address: lower-case letters and digits with single hyphens between them, up to ${LIMITS.siteSlug} characters.`,
  ),
)
const Title = v.pipe(v.string(), v.description('The title that readers see.'))
const Chosen = v.pipe(list(v.string()), v.description('The ids of chosen pages.'))
const Tag = v.pipe(v.string(), v.description('Publishes the pages that carry this tag.'))
const Type = v.pipe(ResolvedType, v.description('Publishes the pages of this resolved type.'))
const Query = v.pipe(v.string(), v.description('Publishes the pages with a block that matches this query.'))
const Journals = v.pipe(
  v.boolean(),
  v.description('Whether journals that the site selects are published. By default they are not.'),
)
const Except = v.pipe(v.string(), v.description('Keeps pages that carry this tag out, however selected.'))
const Start = v.pipe(v.string(), v.description('The id of the page that readers see first.'))

const ORDER = 'The pages that come first in the navigation, in this order. The others follow by name.'
const Navigation = v.pipe(list(v.string()), v.description(`${ORDER} Ids.`))

const Lang = v.pipe(
  v.string(),
  v.description('The language of the pages, a BCP 47 tag such as `de` or `pt-BR`. English by default.'),
)

const Hosts = v.pipe(
  list(v.string()),
  v.description(
    'Names of its own at which the site answers, such as `garden.example`, the main one first. Each needs the record of `hostRecords`, unless the operator named it.',
  ),
)
const SentHosts = v.pipe(
  Hosts,
  v.maxLength(
    LIMITS.siteHosts,
    ({ input }) => `hosts takes up to ${LIMITS.siteHosts} names, not ${input.length}.`,
  ),
)
const HostRecords = v.pipe(
  list(v.strictObject({ host: v.string(), name: v.string(), value: v.string() })),
  v.description('For each of `hosts`, the name and the value of the TXT record that proves it.'),
)

const Color = (what: string) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => /^#[0-9a-f]{6}$/i.test(text),
      ({ input }) =>
        `A color is # and six digits of 0 to 9 and a to f, such as #246152, not ${quote(input)}.`,
    ),
    v.description(
      `${what} Six hexadecimal digits after \`#\`. It is made lighter or darker if words would be hard to read.`,
    ),
    v.metadata({ examples: ['#246152'] }),
  )
const PICTURE = 'a picture of the account, by its id in answers, and by its id or its name when it is sent'

/** The themes of sites, and the fonts of the reader's system that they may have. */
export const SITE_THEMES = ['garden', 'handbook', 'blog'] as const
export const SITE_FONTS = ['sans', 'serif', 'rounded', 'mono'] as const

/** How a site looks. */
export const SiteLook = v.pipe(
  v.strictObject({
    theme: v.exactOptional(
      v.pipe(
        v.picklist(SITE_THEMES),
        v.description(
          'How pages are laid out. `garden` shows the pages and the links around a page. `handbook` leads from page to page. `blog` is one column, the latest page first.',
        ),
      ),
    ),
    accent: v.exactOptional(Color('The color of links.')),
    background: v.exactOptional(Color('The color behind the words. A dark page has a dark one like it.')),
    font: v.exactOptional(
      v.pipe(v.picklist(SITE_FONTS), v.description('The letters, which are those of the reader’s system.')),
    ),
    logo: v.exactOptional(v.pipe(v.string(), v.description(`The picture before the title: ${PICTURE}.`))),
    icon: v.exactOptional(
      v.pipe(v.string(), v.description(`The icon of tabs and bookmarks: a sign such as 🌱, or ${PICTURE}.`)),
    ),
    footer: v.exactOptional(
      v.pipe(
        v.string(),
        v.maxLength(
          LIMITS.siteFooter,
          ({ input }) => `footer takes up to ${LIMITS.siteFooter} characters, not ${input.length}.`,
        ),
        v.description('Words below each page, as Markdown with links.'),
      ),
    ),
    style: v.exactOptional(
      v.pipe(
        v.string(),
        v.maxLength(
          LIMITS.siteStyle,
          ({ input }) => `style takes up to ${LIMITS.siteStyle} characters, not ${input.length}.`,
        ),
        v.description(
          'A style sheet (CSS) after those of the theme. It has no address, import, font face or escape.',
        ),
      ),
    ),
  }),
  v.description('How the site looks. Sent, it replaces the look as a whole.'),
)

const Follows = v.pipe(
  v.boolean(),
  v.description(
    'Whether the site follows the graph. If not, it shows what it published last, until a change of the site publishes it again. Pages that leave it are gone at once. By default it follows.',
  ),
)

/** A site, as its owner sees it. */
export const Site = v.pipe(
  v.strictObject({
    slug: Slug,
    url: v.pipe(v.string(), v.description('The address of the site. Anyone can read it.')),
    title: Title,
    pages: Chosen,
    tag: v.exactOptional(Tag),
    type: v.exactOptional(Type),
    query: v.exactOptional(Query),
    journals: Journals,
    except: v.exactOptional(Except),
    start: v.exactOptional(Start),
    navigation: v.exactOptional(Navigation),
    lang: v.exactOptional(Lang),
    look: v.exactOptional(SiteLook),
    hosts: v.exactOptional(Hosts),
    hostRecords: v.exactOptional(HostRecords),
    follows: Follows,
    publishedAt: v.exactOptional(
      v.pipe(Timestamp, v.description('When it was published last. Omitted if it follows the graph.')),
    ),
    published: v.pipe(Count, v.description('The number of pages that readers see now.')),
    createdAt: Timestamp,
    endedAt: v.exactOptional(v.pipe(Timestamp, v.description('When it was ended. Omitted if it was not.'))),
    closedAt: v.exactOptional(
      v.pipe(
        Timestamp,
        v.description(
          'When a restore of the server closed it. It has ended then, until you open it again. Omitted if it is not closed.',
        ),
      ),
    ),
  }),
  v.description('A set of pages that anyone can read.'),
)
export type Site = v.InferOutput<typeof Site>

/** The address of a folder on the web, without a slash at its end. @returns undefined if it cannot be one */
function readBase(text: string): string | undefined {
  const url = URL.parse(text)
  const isFolder = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
  return isFolder ? url.href.replace(/\/$/, '') : undefined
}

/** The query of the download of a site. */
export const SiteArchiveQuery = v.object({
  base: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'The address of the folder on the web, if it is known. With it, pages have a canonical address, and the archive has Atom feeds and `sitemap.xml`.',
      ),
      v.metadata({ format: 'uri', examples: ['https://garden.example'] }),
      v.check(
        (text) => readBase(text) !== undefined,
        ({ input }) => `base takes an http or https address without a query, not ${quote(input)}.`,
      ),
      v.transform((text) => readBase(text)!),
    ),
  ),
})
export type SiteArchiveQuery = v.InferOutput<typeof SiteArchiveQuery>

/** The answer of the list of sites, newest first. */
export const SiteList = v.pipe(
  v.strictObject({ sites: list(Site), ...envelope }),
  v.description('Sites, newest first, including ended ones.'),
)
export type SiteList = v.InferOutput<typeof SiteList>

const PublishedPage = v.strictObject({
  id: v.string(),
  name: v.string(),
  url: v.pipe(v.string(), v.description('The address of the page on the site.')),
})

/** The answer of the list of a site's pages, by name. */
export const SitePageList = v.pipe(
  v.strictObject({ pages: list(PublishedPage), ...envelope }),
  v.description('The pages that readers of a site see now, by name.'),
)
export type SitePageList = v.InferOutput<typeof SitePageList>

const NAMED = 'An id, a name or an alias.'
const pagesIn = (member: string, description: string) =>
  v.pipe(
    list(v.string()),
    v.maxLength(
      LIMITS.siteChosen,
      ({ input }) => `${member} takes up to ${LIMITS.siteChosen} pages, not ${input.length}.`,
    ),
    v.description(`${description} ${NAMED}`),
  )
/** The members of a site that its owner sends. */
const SENT = {
  title: v.pipe(Title, v.metadata({ minLength: 1, maxLength: LIMITS.siteTitle })),
  pages: pagesIn('pages', 'Chosen pages.'),
  tag: Tag,
  type: Type,
  query: Query,
  journals: Journals,
  except: Except,
  start: v.pipe(v.string(), v.description(`The page that readers see first. ${NAMED}`)),
  navigation: pagesIn('navigation', ORDER),
  lang: Lang,
  look: SiteLook,
  hosts: SentHosts,
  follows: Follows,
}

/** The body for publishing a site. */
export const PublishSite = v.strictObject({
  slug: v.pipe(Slug, v.metadata({ minLength: 1, maxLength: LIMITS.siteSlug })),
  ...optional(SENT),
  title: SENT.title,
})
export type PublishSite = v.InferOutput<typeof PublishSite>

const { title: _title, pages: _pages, journals: _journals, follows: _follows, ...REMOVABLE } = SENT

/** The body for changing a site. Members that are left out stay; `null` removes one. */
export const ChangeSite = v.strictObject({ ...optional(SENT), ...removable(REMOVABLE) })
export type ChangeSite = v.InferOutput<typeof ChangeSite>
