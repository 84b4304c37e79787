/** Sharing: creates, lists, changes and ends links to pages, and shows what readers will see. @see sharing 1, 2 */
import { LIMITS } from '@notegraph/contract'
import type { ShareView } from '@notegraph/service'
import { html } from '../html.ts'
import type { WebDeps } from '../deps.ts'
import type { Page, View, Visit } from '../page.ts'
import { asPerson } from '../writing/as-person.ts'
import { isNotRecent, notRecent } from '../components/confirm-sign-in.ts'
import { redirectWithFlash, takeFlash, textsOf } from '../components/flash-message.ts'
import { missing } from '../components/not-found.ts'
import { notice } from '../components/notice.ts'
import { listPart, offsetOf } from '../components/paging.ts'
import { refusalLine } from '../components/refusal-words.ts'
import { confirmEnd, linkPage } from './sharing/link.ts'
import { newLinkPage } from './sharing/new-link.ts'
import { changeIn, NEW_SHARE, newSharePath, shareIn, sharePath, SHARING, type AskedShare } from './sharing/forms.ts' // prettier-ignore
import { chooseForm, shareTable } from './sharing/overview.ts'

export const sharing: Page = {
  title: 'Sharing',
  path: SHARING,
  section: 'settings',
  routes(on, deps) {
    on.get(SHARING, async (visit) => overview(deps, visit))
    on.get(NEW_SHARE, async (visit) =>
      newLinkPage(deps, visit, {
        page: visit.query.get('page') ?? '',
        quotes: visit.query.get('quotes') === '1',
      }),
    )
    on.post(NEW_SHARE, async (visit, form) => {
      const asked = shareIn(form)
      if (!visit.isRecent) return notRecent(visit, newSharePath(asked.page), form)
      const made = await asPerson(visit, () => deps.shares.make(visit.account, asked))
      if (!made.ok) return newLinkPage(deps, visit, { ...asked, error: refusalLine(made.refusal) })
      return redirectWithFlash(deps.baseUrl(), sharePath(made.value.id), { done: 'made' })
    })
    on.get(`${SHARING}/:id`, async (visit) => shown(deps, visit))
    on.post(`${SHARING}/:id`, async (visit, form) => {
      const asked = changeIn(form)
      const changed = await asPerson(visit, () =>
        deps.shares.change(visit.account, visit.part('id'), asked, visit.isRecent),
      )
      if (changed.ok)
        return redirectWithFlash(deps.baseUrl(), sharePath(changed.value.id), { done: 'changed' })
      if (isNotRecent(changed.refusal)) return notRecent(visit, sharePath(visit.part('id')), form)
      return shown(deps, visit, { ...asked, error: refusalLine(changed.refusal) })
    })
    on.post(`${SHARING}/:id/open`, async (visit, form) => {
      const id = visit.part('id')
      if (!visit.isRecent) return notRecent(visit, sharePath(id), form)
      const opened = await deps.shares.reopen(visit.account, id)
      if (opened.ok) return redirectWithFlash(deps.baseUrl(), sharePath(id), { done: 'opened' })
      return shown(deps, visit, { error: refusalLine(opened.refusal) })
    })
    on.get(`${SHARING}/:id/end`, async (visit) => {
      const share = await deps.shares.read(visit.account, visit.part('id'))
      return share.ok ? confirmEnd(share.value) : NO_LINK
    })
    on.post(`${SHARING}/:id/end`, async (visit) => {
      const ended = await deps.shares.end(visit.account, visit.part('id'))
      if (!ended.ok) return NO_LINK
      return redirectWithFlash(deps.baseUrl(), SHARING, { ended: nameOf(ended.value) })
    })
  },
}

const NO_LINK: View = missing(
  'Link not found',
  'This account has no link with this id.',
  html`<a href="${SHARING}">All links</a>`,
)

const readFlash = textsOf('done', 'ended')

const nameOf = ({ page }: ShareView): string => page ?? 'A deleted page'

async function overview(deps: WebDeps, visit: Visit): Promise<View> {
  const { account, query } = visit
  const offset = offsetOf(query)
  const { shares, total } = await deps.shares.list(account, { limit: LIMITS.webRows, offset })
  const { value, headers } = takeFlash(visit, deps.baseUrl(), readFlash)
  return {
    title: 'Sharing',
    headers,
    body: html`<p class="lead">
        A link shows one page to people without an account. They see its fields and its outline as they are at
        that moment, and nothing else of your notes.
      </p>
      ${value?.ended !== undefined && notice(html`<strong><bdi>${value.ended}</bdi></strong> is no longer shared by this link.`)}
      ${chooseForm()}
      <section aria-labelledby="links">
        <h2 id="links">Links</h2>
        ${listPart({ path: SHARING, query, total, offset, limit: LIMITS.webRows }, shareTable(shares, visit, deps.clock()), 'No links yet. Choose a page above, or use “Share” on any page.')}
      </section>`,
  }
}

async function shown(deps: WebDeps, visit: Visit, asked?: AskedShare): Promise<View | Response> {
  const share = await deps.shares.read(visit.account, visit.part('id'))
  if (!share.ok) return NO_LINK
  const { value, headers } = takeFlash(visit, deps.baseUrl(), readFlash)
  const view = linkPage(share.value, visit, deps.clock(), { asked, done: value?.done })
  return { ...view, headers, ...(asked && { status: 400 }) }
}
