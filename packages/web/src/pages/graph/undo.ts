/** Reverts a change that a person just made on the pages. @see decisions 8.2 */
import type { WebDeps } from '../../deps.ts'
import type { Routes } from '../../page.ts'
import { redirectWithFlash } from '../../components/flash-message.ts'
import { fieldOf } from '../../components/form.ts'
import { GRAPH, UNDO_PATH } from '../../components/links.ts'
import { personOf } from '../../writing/as-person.ts'
import { sentFrom } from '../../writing/sent-from.ts'
import type { Written } from '../../writing/written.ts'
import { refusalWords } from '../../components/refusal-words.ts'

export function undoRoutes(on: Routes, deps: WebDeps): void {
  on.post(UNDO_PATH, async (visit, form) => {
    const done = await deps.changes.revertOwn(personOf(visit), fieldOf(form, 'id'))
    const [left] = done.ok ? done.value.value().left : []
    const written: Written = done.ok
      ? left
        ? { words: `Not undone: ${left.why}`, isWarning: true }
        : { words: 'Undone.' }
      : { words: refusalWords(done.refusal).error, isWarning: true }
    return redirectWithFlash(deps.baseUrl(), sentFrom(visit, deps.baseUrl(), { fallback: GRAPH }), written)
  })
}
