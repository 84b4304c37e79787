/** One link: copied, changed and ended. */
import type { ShareView } from '@notegraph/service'
import { confirmPage } from '../../components/confirm.ts'
import { postForm } from '../../components/form.ts'
import { notice } from '../../components/notice.ts'
import { dateAt } from '../../components/time.ts'
import { html, type Html } from '../../html.ts'
import type { View, Visit } from '../../page.ts'
import { lastDay, shareFields, sharePath, SHARING, type AskedShare } from './forms.ts'
import { isOpen, lastDayHtml, nameHtml, stateOf } from './overview.ts'

interface LinkState {
  /** The sent form, if it was refused. */
  readonly asked?: AskedShare | undefined
  readonly done?: 'made' | 'changed' | 'opened' | undefined
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
    body: html`${done && notice(DONE[done])} ${open && linkLine(share)}
      <dl class="props card">
        ${row('Page', nameHtml(share))} ${row('State', stateOf(share, now))}
        ${row('Expires', lastDayHtml(share, visit))} ${row('Quoted text', share.quotes ? 'shown' : 'hidden')}
        ${row('Created', dateAt(share.createdAt, visit.zone))}
      </dl>
      ${share.closedAt !== undefined && closedSection(share, asked?.error)}
      ${share.endedAt === undefined && share.page !== undefined && changeSection(share, visit, asked)}
      <p><a href="${SHARING}">All links</a></p>`,
  }
}

const closedSection = ({ id }: ShareView, error: string | undefined): Html =>
  html`<section aria-labelledby="closed">
    <h2 id="closed">Open again</h2>
    <p>
      This server was restored from a backup, which closed this link. Nobody can read the page until you open
      it.
    </p>
    ${error !== undefined && html`<p class="error" role="alert">${error}</p>`}
    ${postForm(
      `${sharePath(id)}/open`,
      html`<div class="actions">
        <button class="button">Open link</button>
        <a class="button danger" href="${sharePath(id)}/end">Turn off link</a>
      </div>`,
    )}
  </section>`

const row = (word: string, value: Html | string): Html =>
  html`<div>
    <dt>${word}</dt>
    <dd>${value}</dd>
  </div>`

const linkLine = ({ url }: ShareView): Html =>
  html`<div class="card">
    <div class="copy-line">
      <code id="link">${url}</code>
      <button type="button" class="copy" data-copy="link">Copy</button>
    </div>
    <p class="actions"><a class="button quiet" href="${url}" rel="noreferrer">View as a reader</a></p>
  </div>`

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
    <section aria-labelledby="end">
      <h2 id="end">Turn off link</h2>
      <p>Readers lose access immediately.</p>
      <p class="actions"><a class="button danger" href="${sharePath(id)}/end">Turn off link</a></p>
    </section>`
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
