/** A new link: its options, and what readers will see. */
import { LIMITS } from '@notegraph/contract'
import { counted } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import { confirmSignIn } from '../../components/confirm-sign-in.ts'
import { postForm } from '../../components/form.ts'
import { previewFileAddress } from '../../components/links.ts'
import { missing } from '../../components/not-found.ts'
import { html } from '../../html.ts'
import type { View, Visit } from '../../page.ts'
import { sharedContent } from '../../readers/shared-content.ts'
import { sharedSources } from '../../readers/shared-sources.ts'
import { NEW_SHARE, shareFields, SHARING, type AskedShare } from './forms.ts'
import { refusalWords } from '../../components/refusal-words.ts'

/** The blocks of the preview. */
const PREVIEW = { limit: LIMITS.webBlocks, offset: 0, bytes: 500_000 }

/** @param asked the id or name of the page, and the form if it was refused */
export async function newLinkPage(
  deps: WebDeps,
  visit: Visit,
  asked: AskedShare & { readonly page: string; readonly quotes: boolean },
): Promise<View> {
  const preview = await deps.readers.preview(visit.account, asked, PREVIEW)
  if (!preview.ok) {
    const { error, hint } = refusalWords(preview.refusal)
    return missing('Page not found', error, html`${hint} <a href="${SHARING}">Choose another page</a>`)
  }
  const view = preview.value
  const rest = view.total - view.shown
  const isQuoted = asked.quotes
  const shown = new URLSearchParams({ page: view.page.id, ...(isQuoted && { quotes: '1' }) })
  const other = new URLSearchParams({ page: view.page.id, ...(!isQuoted && { quotes: '1' }) })
  const fileAddress = (n: number): string => previewFileAddress(view.page.id, n)
  return {
    title: `Share “${view.page.name}”`,
    ...(asked.error !== undefined && { status: 400 }),
    body: html`${
        visit.isRecent
          ? postForm(
              NEW_SHARE,
              html`<input type="hidden" name="page" value="${view.page.id}" />
                ${shareFields(visit, asked, 'Readers enter the password before they see the page. Without one, anyone with the link can read the page.')}
                <div class="actions">
                  <button class="button">Create link</button>
                  <a class="button quiet" href="${SHARING}">Cancel</a>
                </div>`,
              'card',
            )
          : confirmSignIn(visit, `${NEW_SHARE}?${shown.toString()}`)
      }
      <section aria-labelledby="preview">
        <h2 id="preview">Preview</h2>
        <p class="muted">
          ${isQuoted ? 'Quoted text is included.' : 'Quoted text is hidden.'}
          <a href="${NEW_SHARE}?${other.toString()}"
            >${isQuoted ? 'Preview without quoted text' : 'Preview with quoted text'}</a
          >
        </p>
        <div class="card">
          <h3 dir="auto">${view.page.name}</h3>
          ${sharedContent(view, sharedSources(view, fileAddress), fileAddress)}
        </div>
        ${rest > 0 && html`<p class="muted">And ${counted(rest, 'more block')}.</p>`}
      </section>`,
  }
}
