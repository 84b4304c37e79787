/**
 * Sites: publishes, changes and ends them. Nothing is published before its owner has seen the list of pages.
 * @see sharing 3, 5
 */
import { LIMITS } from '@notegraph/contract'
import { mayWrite, needRecent, type Result, type SiteCheck, type SiteView } from '@notegraph/service'
import type { WebDeps } from '../deps.ts'
import { html } from '../html.ts'
import type { Page, View, Visit } from '../page.ts'
import { archiveResponse } from '../components/archive-response.ts'
import { isNotRecent, notRecent } from '../components/confirm-sign-in.ts'
import { redirectWithFlash, takeFlash, textsOf } from '../components/flash-message.ts'
import { missing } from '../components/not-found.ts'
import { notice } from '../components/notice.ts'
import { listPart, offsetOf } from '../components/paging.ts'
import { refusalLine } from '../components/refusal-words.ts'
import { archivePath, EMPTY, formIn, isChecked, NEW_SITE, readBase, readChange, readNew, SITES, sitePath, type AskedSite } from './sites/forms.ts' // prettier-ignore
import { siteTable } from './sites/list.ts'
import { newSitePage } from './sites/new-site.ts'
import { confirmEnd, sitePage } from './sites/site.ts'

export const sites: Page = {
  title: 'Sites',
  path: SITES,
  section: 'settings',
  routes(on, deps) {
    on.get(SITES, async (visit) => overview(deps, visit))
    on.get(NEW_SITE, async () => newSitePage({ form: EMPTY }, deps.sites.takesHosts))
    on.post(NEW_SITE, async (visit, posted) => {
      const form = formIn(posted)
      const sent = await send(visit, posted, readNew(form), {
        check: async (body) => deps.sites.check(visit.account, body),
        write: async (body) => {
          const may = needRecent(visit.isRecent)
          return may.ok ? deps.sites.publish(visit.account, body) : may
        },
      })
      if ('view' in sent) return sent.view
      if (!('done' in sent)) return newSitePage({ form, ...sent }, deps.sites.takesHosts)
      return redirectWithFlash(deps.baseUrl(), sitePath(sent.done.slug), { done: 'published' })
    })
    on.get(sitePath(':slug'), async (visit) => shown(deps, visit))
    on.post(sitePath(':slug'), async (visit, posted) => {
      const form = formIn(posted)
      const slug = visit.part('slug')
      const sent = await send(visit, posted, readChange(form), {
        check: async (body) => deps.sites.checkChange(visit.account, slug, body),
        write: async (body) => deps.sites.change(visit.account, slug, body, visit.isRecent),
      })
      if ('view' in sent) return sent.view
      if (!('done' in sent)) return shown(deps, visit, { form, ...sent })
      return redirectWithFlash(deps.baseUrl(), sitePath(slug), { done: 'changed' })
    })
    on.post(`${sitePath(':slug')}/open`, async (visit, posted) => {
      const slug = visit.part('slug')
      if (!visit.isRecent) return notRecent(visit, sitePath(slug), posted)
      const opened = await deps.sites.reopen(visit.account, slug)
      if (opened.ok) return redirectWithFlash(deps.baseUrl(), sitePath(slug), { done: 'opened' })
      return shown(deps, visit, { form: EMPTY, error: refusalLine(opened.refusal) })
    })
    on.get(archivePath(':slug'), async (visit) => {
      const base = readBase(visit.query)
      const found = base.ok ? await deps.siteArchives(visit.account, visit.part('slug'), base.value) : base
      return archiveResponse(visit, 'Download not started', found)
    })
    on.get(`${sitePath(':slug')}/end`, async (visit) => {
      const read = await deps.sites.read(visit.account, visit.part('slug'))
      return read.ok ? confirmEnd(read.value.site) : NO_SITE
    })
    on.post(`${sitePath(':slug')}/end`, async (visit) => {
      const ended = await deps.sites.end(visit.account, visit.part('slug'))
      return ended.ok ? redirectWithFlash(deps.baseUrl(), SITES, { ended: ended.value.title }) : NO_SITE
    })
  },
}

interface Steps<Body> {
  readonly check: (body: Body) => Promise<Result<SiteCheck>>
  readonly write: (body: Body) => Promise<Result<SiteView>>
}

/** A form is checked first. The page of the check has the button that writes. */
async function send<Body>(
  visit: Visit,
  posted: FormData,
  body: Result<Body>,
  { check, write }: Steps<Body>,
): Promise<{ error: string } | { view: View } | { check: SiteCheck } | { done: SiteView }> {
  const may = mayWrite({ plan: visit.caller.plan })
  if (!may.ok) return { error: refusalLine(may.refusal) }
  if (!body.ok) return { error: refusalLine(body.refusal) }
  if (!isChecked(posted)) {
    const checked = await check(body.value)
    return checked.ok ? { check: checked.value } : { error: refusalLine(checked.refusal) }
  }
  const written = await write(body.value)
  if (written.ok) return { done: written.value }
  if (isNotRecent(written.refusal)) return { view: notRecent(visit, SITES, posted) }
  return { error: refusalLine(written.refusal) }
}

const NO_SITE: View = missing(
  'Site not found',
  'Your account has no site with this address.',
  html`<a href="${SITES}">All sites</a>`,
)

const readFlash = textsOf('done', 'ended')

async function overview(deps: WebDeps, visit: Visit): Promise<View> {
  const { account, query } = visit
  const offset = offsetOf(query)
  const { sites: shownSites, total } = await deps.sites.list(account, { limit: LIMITS.webRows, offset })
  const { value, headers } = takeFlash(visit, deps.baseUrl(), readFlash)
  return {
    title: 'Sites',
    headers,
    body: html`<p class="lead">
        A site publishes a set of your pages on the web, and updates as you edit. Your other notes stay
        private.
      </p>
      ${value?.ended !== undefined && notice(html`<strong><bdi>${value.ended}</bdi></strong> is no longer published.`)}
      <p class="actions"><a class="button" href="${NEW_SITE}">New site</a></p>
      ${listPart({ path: SITES, query, total, offset, limit: LIMITS.webRows }, siteTable(shownSites, visit), 'No sites yet.')}`,
  }
}

async function shown(deps: WebDeps, visit: Visit, asked?: AskedSite): Promise<View> {
  const slug = visit.part('slug')
  const read = await deps.sites.read(visit.account, slug)
  if (!read.ok) return NO_SITE
  const { value, headers } = takeFlash(visit, deps.baseUrl(), readFlash)
  const now = await deps.sites.checkChange(visit.account, slug, {})
  const view = sitePage(read.value, visit, {
    asked,
    done: value?.done,
    now: now.ok ? now.value : undefined,
    takesHosts: deps.sites.takesHosts,
  })
  return { ...view, headers, ...(asked?.error !== undefined && { status: 400 }) }
}
