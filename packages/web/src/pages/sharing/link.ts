/** One link: copied, changed and ended. */
import type { ShareView } from '@notegraph/service'
import { confirmPage, endSection } from '../../components/confirm.ts'
import { postForm } from '../../components/form.ts'
import { doneNotice } from '../../components/notice.ts'
import { closedSection, readersAddress } from '../../components/published.ts'
import { resourceFacts } from '../../components/resource.ts'
import { dateAt } from '../../components/time.ts'
import { html, type Html } from '../../html.ts'
import type { View, Visit } from '../../page.ts'
import { lastDay, shareFields, sharePath, SHARING, type AskedShare } from './forms.ts'
import { isOpen, lastDayHtml, nameHtml, stateOf } from './overview.ts'

interface LinkState {
  /** The sent form, if it was refused. */
  readonly asked?: AskedShare | undefined
  readonly done?: string | undefined
}

const DONE = {
  made: 'Link created. Anyone with the link can read the page.',
  changed: 'Link updated.',
  opened: 'Link opened again. Anyone with the link can read the page.',
}

export function linkPage(share: ShareView, visit: Visit, now: number, { asked, done }: LinkState): View {
  const open = isOpen(share, now)
  return {
    title: share.page === undefined ? 'Link' : `Link to “${share.page}”`,
    body: html`${doneNotice(DONE, done)} ${open && readersAddress('link', share.url)}
      ${resourceFacts([
        ['Page', nameHtml(share)],
        ['State', stateOf(share, now)],
        ['Expires', lastDayHtml(share, visit)],
        ['Quoted text', share.quotes ? 'shown' : 'hidden'],
        ['Created', dateAt(share.createdAt, visit.zone)],
      ])}
      ${share.closedAt !== undefined && closedSection({ what: 'link', read: 'the page', path: sharePath(share.id), end: 'Turn off link', error: asked?.error })}
      ${share.endedAt === undefined && share.page !== undefined && changeSection(share, visit, asked)}
      <p><a href="${SHARING}">All links</a></p>`,
  }
}

function changeSection(share: ShareView, visit: Visit, asked?: AskedShare): Html {
  const { id, quotes, expiresAt, hasPassword } = share
  const expires = expiresAt === undefined ? '' : lastDay(expiresAt, visit)
  return html`<section aria-labelledby="change">
      <h2 id="change">Edit link</h2>
      ${postForm(
        sharePath(id),
        html`${shareFields(visit, { quotes, expires, ...asked }, hasPassword ? 'Leave empty to keep the current password.' : 'Leave empty for no password.')}
          ${
            hasPassword &&
            html`<div class="field">
              <label><input type="checkbox" name="without" value="1" /> Remove the password</label>
            </div>`
          } <button class="button">Save</button>`,
        'card',
      )}
    </section>
    ${endSection('end', 'Turn off link', 'Readers lose access immediately.', `${sharePath(id)}/end`)}`
}

export const confirmEnd = (share: ShareView): View =>
  confirmPage({
    title: 'Turn off this link?',
    words: html`<p>
      Readers of <strong>${nameHtml(share)}</strong> lose access immediately. You can’t turn this link on
      again, but you can share the page with a new link.
    </p>`,
    action: `${sharePath(share.id)}/end`,
    button: 'Turn off link',
    back: sharePath(share.id),
  })
