/** The offer to restore an earlier state: what would change, and the button. */
import type { RestoreAnswer } from '@notegraph/contract'
import type { Result } from '@notegraph/service'
import { html, type Child, type Html } from '../html.ts'
import type { Visit } from '../page.ts'
import { postForm } from './form.ts'
import { isNothing, previewWords } from './restore-words.ts'
import { refusalWords } from './refusal-words.ts'

interface RestoreOffer {
  readonly action: string
  /** Hidden fields of the form. */
  readonly fields?: Child
  readonly label: string
  readonly preview: Result<RestoreAnswer>
}

export const restoreSection = (
  { plan }: Pick<Visit, 'plan'>,
  { action, fields, label, preview }: RestoreOffer,
): Html =>
  html`<section aria-labelledby="restore">
    <h2 id="restore">Restore</h2>
    ${
      preview.ok
        ? isNothing(preview.value)
          ? html`<p class="muted">Nothing is different now.</p>`
          : html`${previewWords(preview.value)}
            ${
              plan === 'active'
                ? postForm(
                    action,
                    html`${fields}
                      <div class="actions">
                        <button class="button">${label}</button>
                        <span class="muted small">You can undo this.</span>
                      </div>`,
                  )
                : html`<p class="muted">To restore it, renew the plan.</p>`
            }`
        : refused(preview)
    }
  </section>`

function refused({ refusal }: Extract<Result<RestoreAnswer>, { ok: false }>): Html {
  const { error, hint } = refusalWords(refusal)
  return html`<p class="muted">${error} ${hint}</p>`
}
