/** Notices: the facts that need attention, each with a link to the page where it is settled. @see events 4 */
import type { Notice } from '@notegraph/contract'
import { counted } from '@notegraph/service'
import { html, type Html } from '../html.ts'
import type { Page, View, Visit } from '../page.ts'
import type { WebDeps } from '../deps.ts'
import { eventWords } from './security.ts'
import { byteSize } from '../components/byte-size.ts'
import { postForm } from '../components/form.ts'
import { agoAt, dateAt } from '../components/time.ts'
import { rightsPath } from './assistants/rights-page.ts'
import { webhookPath } from './webhooks/forms.ts'

const PATH = '/settings/notices'

export const notices: Page = {
  title: 'Notices',
  path: PATH,
  section: 'settings',
  routes(on, deps) {
    on.get(PATH, async (visit) => list(deps, visit))
  },
}

async function list(deps: WebDeps, visit: Visit): Promise<View> {
  const found = await deps.notices.read(visit.account)
  return {
    title: 'Notices',
    body: html`<p class="lead">Each notice disappears when you settle its cause.</p>
      ${
        found.notices.length === 0
          ? html`<p class="empty">Nothing needs your attention.</p>`
          : html`<ul class="plain">
              ${found.notices.map((notice) => html`<li class="card">${noticeHtml(notice, visit, deps.clock())}</li>`)}
            </ul>`
      }`,
  }
}

const link = (href: string, words: string): Html => html`<a href="${href}">${words}</a>`

function noticeHtml(notice: Notice, { zone }: Visit, now: number): Html {
  switch (notice.kind) {
    case 'new_access':
      return html`${eventWords(notice.event)} ${agoAt(notice.at, now, zone)}.
      ${link('/settings/security', 'Show when and from where')}`
    case 'secret_reused':
      return html`The app <bdi>${notice.app}</bdi> was disconnected ${agoAt(notice.at, now, zone)}, because a
        code or token of it was used twice. Somebody else may have a copy. Connect the app again if you trust
        it. ${link('/settings/security', 'Show the security log')}`
    case 'backup_late':
      return html`${notice.at === undefined ? 'This server has no backup' : html`The last backup of this server was made ${agoAt(notice.at, now, zone)}`}.
      ${notice.why} ${link('/settings/people', 'Show the backups')}`
    case 'conflicts':
      return html`${counted(notice.count, 'block has', 'blocks have')} conflicting versions.
      ${link('/settings/conflicts', 'Choose a version')}`
    case 'may_publish':
      return html`These programs changed pages that readers see. Now that takes a right, which you give under
        ${link('/settings/assistants', 'Assistants')}.
        <ul class="plain">
          ${notice.programs.map((program) => html`<li>${allowForm(program)}</li>`)}
        </ul>`
    case 'changes':
      return html`${counted(notice.count, 'change')} by programs or assistants since you last opened Changes.
      ${link('/settings/changes', 'Review them')}`
    case 'device_unseen':
      return html`The device <bdi>${notice.device}</bdi> was last seen ${agoAt(notice.seenAt, now, zone)}.
        ${link('/settings/devices', 'Review devices')}`
    case 'token_ending':
      return html`The token <bdi>${notice.name}</bdi> ends on ${dateAt(notice.endsAt - 1, zone)}. Create
        another one for the program that uses it. ${link('/settings/assistants', 'Show the tokens')}`
    case 'device_ending':
      return html`The device <bdi>${notice.device}</bdi> is signed out on ${dateAt(notice.endsAt, zone)},
        because it was not used. Use it before to keep it signed in.
        ${link('/settings/devices', 'Review devices')}`
    case 'storage':
      return html`${notice.percent === 100 ? 'Storage is full' : 'Storage is nearly full'}:
      ${byteSize(notice.used)} of ${byteSize(notice.quota)}. ${link('/settings/storage', 'Free up space')}`
    case 'plan_ending':
      return html`Your plan has ended. You can read until ${dateAt(notice.readsUntil, zone)}
      (${counted(notice.daysLeft, 'day')}). ${link('/settings/storage', 'Show the plan')}`
    case 'webhook_off':
      return html`A webhook was switched off on ${dateAt(notice.at, zone)}, because its address accepted no
      messages for three days. ${link(webhookPath(notice.id), 'Show the webhook')}`
    case 'digest_off':
      return html`The daily digest ${notice.way === 'email' ? 'by e-mail' : 'in a browser'} was switched off
      on ${dateAt(notice.at, zone)}, because it was not accepted.
      ${link('/settings/digest', 'Show the digest')}`
  }
}

type Program = Extract<Notice, { kind: 'may_publish' }>['programs'][number]

/** Gives the right to publish, beside the rights that the program has. */
const allowForm = ({ kind, id, name, may }: Program): Html =>
  postForm(
    rightsPath(id, kind === 'app'),
    html`${[...may, 'publish'].map((right) => html`<input type="hidden" name="may" value="${right}" />`)}
      <bdi>${name}</bdi>
      <button class="button quiet">
        Allow<span class="unseen"> ${name} to change published pages</span>
      </button>`,
  )
