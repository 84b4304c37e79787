/** Adds a note to a day: the field on the page of a day, and a page with the field alone. */
import { AddBlock, checkBody } from '@notegraph/contract'
import type { Refusal } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import { html } from '../../html.ts'
import type { Routes, View, Visit } from '../../page.ts'
import { CAPTURE_FIELD, captureForm } from '../../components/capture-form.ts'
import { redirectWithFlash } from '../../components/flash-message.ts'
import { fieldOf } from '../../components/form.ts'
import { CAPTURE_PATH } from '../../components/links.ts'
import { liveBlock } from '../../components/live-block.ts'
import { asPerson } from '../../writing/as-person.ts'
import { refusedView } from '../../writing/refused.ts'
import { sentFrom } from '../../writing/sent-from.ts'
import { writtenNotice } from '../../writing/written.ts'

export function captureRoutes(on: Routes, deps: WebDeps): void {
  on.get(CAPTURE_PATH, async () => ({ title: 'Add a note to today', body: captureForm() }))
  on.write(CAPTURE_PATH, {
    labelOf: (name) => (name === 'text' ? 'Note' : undefined),
    act: (visit, form) => capture(deps, visit, form),
  })
}

async function capture(deps: WebDeps, visit: Visit, form: FormData): Promise<View | Response> {
  const [text, date] = [fieldOf(form, 'text'), fieldOf(form, 'date') || undefined]
  const refused = (refusal: Refusal): View =>
    refusedView('Note not added', refusal, captureForm({ date, text }))
  const body = checkBody(AddBlock, { text })
  if (!body.ok) return refused({ code: 'bad_request', error: body.error })
  const added = await asPerson(deps, visit, (person) =>
    deps.writes.addBlock(person, date ?? 'today', body.value),
  )
  if (!added.ok) return refused(added.refusal)
  const written = { words: 'Note added.', changeId: added.value.changeId }
  const to = sentFrom(visit, deps.baseUrl(), { fallback: CAPTURE_PATH })
  if (!visit.isPart) return redirectWithFlash(deps.baseUrl(), `${to}#${CAPTURE_FIELD}`, written)
  const block = await liveBlock(deps, visit, added.value.value().ids.blockId)
  return {
    title: 'Note added',
    body: html`${writtenNotice(written)}
      <ul data-added>
        <li>${block}</li>
      </ul>`,
  }
}
