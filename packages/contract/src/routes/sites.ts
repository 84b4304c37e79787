/**
 * The routes of published sites. Only a device session opens them.
 * @see sharing 3, 7
 */
import { numbered } from '@notegraph/graph'
import { ERRORS } from '../errors.ts'
import * as v from 'valibot'
import { EXAMPLE_PAGE, EXAMPLE_SITE } from './examples.ts'
import { LIMITS } from '../limits.ts'
import { SITE_SLUG } from './path-parameters.ts'
import { NO_PAGE, RECENT_ERRORS, SESSION_ERRORS } from './errors.ts'
import { WindowQuery } from '../requests/parameters.ts'
import type { Route } from './route.ts'
import { ChangeSite, PublishSite, Site, SiteArchiveQuery, SiteList, SitePageList } from '../schemas/sites.ts'

const PATH = '/api/v1/settings/sites'
const NOT_FOUND = 'No site of this account has this slug.'
const OWN = `${PATH}/${EXAMPLE_SITE.slug}`

export const SITE_ROUTES: readonly Route[] = [
  {
    operationId: 'listSites',
    client: 'sites.list',
    method: 'GET',
    path: PATH,
    auth: 'session',
    tag: 'Sharing',
    summary: 'List sites',
    description: 'The published sites of the account, newest first, including ended ones.',
    parameters: [],
    query: WindowQuery,
    answer: SiteList,
    errors: SESSION_ERRORS,
    example: { request: `${PATH}?limit=1`, answer: { sites: [EXAMPLE_SITE], total: 2, next: 1 } },
  },
  {
    operationId: 'publishSite',
    client: { method: 'sites.publish', once: 'the slug would then be in use' },
    recent: 'always',
    method: 'POST',
    path: PATH,
    auth: 'session',
    audit: 'site_published',
    tag: 'Sharing',
    summary: 'Publish a site',
    description: `Publishes a set of pages at once: chosen pages, the pages of a tag or a type, and the pages that match a query. A page with the property \`public\` set to \`false\` stays private. The site follows the graph unless \`follows\` is \`false\`. An account can have ${LIMITS.sites} sites, and a site has the first ${numbered(LIMITS.sitePages)} pages that it selects.`,
    parameters: [],
    body: PublishSite,
    answer: Site,
    errors: {
      ...RECENT_ERRORS,
      bad_request: 'A site needs pages, a tag, a type or a query.',
      not_found: NO_PAGE,
      conflict: 'The slug "garden" is already in use.',
      too_large: ERRORS.too_large.example,
    },
    example: {
      request: PATH,
      body: { slug: EXAMPLE_SITE.slug, title: EXAMPLE_SITE.title, tag: EXAMPLE_SITE.tag, except: 'draft' },
      answer: EXAMPLE_SITE,
    },
  },
  {
    operationId: 'changeSite',
    client: { method: 'sites.change', once: false },
    recent: 'to_widen',
    method: 'PATCH',
    path: `${PATH}/{slug}`,
    auth: 'session',
    audit: 'site_changed',
    tag: 'Sharing',
    summary: 'Change a site',
    description:
      'Changes the title or the selection at once. Members that you leave out stay, and `null` removes one. A site that does not follow the graph is published again, so an empty body is “Publish now”. Pages that leave the site then answer 410.',
    parameters: [SITE_SLUG],
    body: ChangeSite,
    answer: Site,
    errors: {
      ...RECENT_ERRORS,
      bad_request: 'A site needs pages, a tag, a type or a query.',
      not_found: NOT_FOUND,
      conflict: 'This site has ended.',
      too_large: ERRORS.too_large.example,
    },
    example: { request: OWN, body: { journals: true }, answer: { ...EXAMPLE_SITE, journals: true } },
  },
  {
    operationId: 'endSite',
    client: { method: 'sites.end', once: false },
    method: 'POST',
    path: `${PATH}/{slug}/end`,
    auth: 'session',
    audit: 'site_ended',
    tag: 'Sharing',
    summary: 'End a site',
    description:
      'Ends a site immediately. Its slug stays reserved for the account, which can publish it again. Ending a site again changes nothing. The route takes no body, and also works in grace.',
    parameters: [SITE_SLUG],
    answer: Site,
    errors: { ...SESSION_ERRORS, not_found: NOT_FOUND },
    example: {
      request: `${OWN}/end`,
      answer: { ...EXAMPLE_SITE, published: 0, endedAt: 1795169160000 },
    },
  },
  {
    operationId: 'openSite',
    client: { method: 'sites.open', once: false },
    recent: 'always',
    method: 'POST',
    path: `${PATH}/{slug}/open`,
    auth: 'session',
    audit: 'site_reopened',
    tag: 'Sharing',
    summary: 'Open a closed site again',
    description:
      'Opens a site again that a restore of the server closed, as it was. A published site stays as it is. The route takes no body, and also works in grace.',
    parameters: [SITE_SLUG],
    answer: Site,
    errors: { ...RECENT_ERRORS, not_found: NOT_FOUND, conflict: 'This site has ended.' },
    example: { request: `${OWN}/open`, answer: EXAMPLE_SITE },
  },
  {
    operationId: 'listSitePages',
    client: 'sites.listPages',
    method: 'GET',
    path: `${PATH}/{slug}/pages`,
    auth: 'session',
    tag: 'Sharing',
    summary: 'List the pages of a site',
    description: 'The pages that readers see now, by name. An ended site has none.',
    parameters: [SITE_SLUG],
    query: WindowQuery,
    answer: SitePageList,
    errors: { ...SESSION_ERRORS, not_found: NOT_FOUND },
    example: {
      request: `${OWN}/pages?limit=1`,
      answer: {
        pages: [
          {
            id: EXAMPLE_PAGE.id,
            name: EXAMPLE_PAGE.name,
            url: `${EXAMPLE_SITE.url}/pages/${EXAMPLE_PAGE.id}`,
          },
        ],
        total: 12,
        next: 1,
      },
    },
  },
  {
    operationId: 'downloadSite',
    client: 'sites.download',
    method: 'GET',
    path: `${PATH}/{slug}/archive`,
    auth: 'session',
    tag: 'Sharing',
    summary: 'Download a site',
    description:
      'The site as a zip archive of plain files that any host serves, with search from plain files. The same site gives the same bytes. The server creates the archive while sending, so there is no length; an archive without its end failed.',
    parameters: [SITE_SLUG],
    query: SiteArchiveQuery,
    bytes: 'archive',
    answer: v.any(),
    errors: {
      ...SESSION_ERRORS,
      bad_request: 'base takes an http or https address without a query, not "garden".',
      not_found: NOT_FOUND,
      conflict: 'This site has ended.',
    },
    example: { request: `${OWN}/archive?base=https://garden.example`, answer: 'The bytes of the archive.' },
  },
]
