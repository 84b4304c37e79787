/** Adds a note to a day or a page: the field on the page, and a page with the field alone. */
import { sharedText, type Shared } from '@notegraph/block-text'
import { AddBlock, checkBody, CreatePage } from '@notegraph/contract'
import type { Caller, Refusal, Result } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import { html } from '../../html.ts'
import type { Routes, View, Visit } from '../../page.ts'
import { CAPTURE_FIELD, captureForm } from '../../components/capture-form.ts'
import { redirectWithFlash } from '../../components/flash-message.ts'
import { fieldOf } from '../../components/form.ts'
import { ADD_PATH, CAPTURE_PATH } from '../../components/links.ts'
import { liveBlock } from '../../components/live-block.ts'
import { asPerson } from '../../writing/as-person.ts'
import { refusedView } from '../../writing/refused.ts'
import { sentFrom } from '../../writing/sent-from.ts'
import { writtenNotice } from '../../writing/written.ts'

export function captureRoutes(on: Routes, deps: WebDeps): void {
  const filled = (shared: Shared): View => ({
    title: 'Add a note to today',
    body: captureForm({ text: sharedText(shared) }),
  })
  // The outliner has the second address, if it is there.
  for (const path of [CAPTURE_PATH, ADD_PATH])
    on.get(path, async ({ query }) => filled(Object.fromEntries(query)))
  // A share fills the form. Only its button writes.
  on.write(ADD_PATH, {
    labelOf: (name) => ({ title: 'Title', text: 'Note', url: 'Link' })[name],
    act: async (_, form) =>
      filled({ title: fieldOf(form, 'title'), text: fieldOf(form, 'text'), url: fieldOf(form, 'url') }),
  })
  on.write(CAPTURE_PATH, {
    labelOf: (name) => (name === 'text' ? 'Note' : undefined),
    act: (visit, form) => capture(deps, visit, form),
  })
}

async function capture(deps: WebDeps, visit: Visit, form: FormData): Promise<View | Response> {
  const text = fieldOf(form, 'text')
  const [date, page] = [fieldOf(form, 'date') || undefined, fieldOf(form, 'page') || undefined]
  const refused = (refusal: Refusal): View =>
    refusedView('Note not added', refusal, captureForm({ date, page, text }))
  if (text.trim() === '')
    return refused({ code: 'bad_request', error: 'The note is empty. Write something first.' })
  const body = checkBody(AddBlock, { text })
  if (!body.ok) return refused({ code: 'bad_request', error: body.error })
  const added = await asPerson(visit, (person) => add(deps, person, page ?? date ?? 'today', body.value))
  if (!added.ok) return refused(added.refusal)
  const written = { words: 'Note added.', changeId: added.value.changeId }
  const to = sentFrom(visit, deps.baseUrl(), { fallback: CAPTURE_PATH })
  if (!visit.isPart) return redirectWithFlash(deps.baseUrl(), `${to}#${CAPTURE_FIELD}`, written)
  const block = await liveBlock(deps, visit, added.value.blockId)
  return {
    title: 'Note added',
    body: html`${writtenNotice(written)}
      <ul data-added>
        <li>${block}</li>
      </ul>`,
  }
}

interface AddedNote {
  readonly changeId: string | undefined
  readonly blockId: string
}

/** Adds a block to the page or day of a name. A page that does not exist begins with the block. */
async function add(
  { writes }: WebDeps,
  person: Caller,
  name: string,
  body: AddBlock,
): Promise<Result<AddedNote>> {
  const added = await writes.addBlock(person, name, body)
  if (added.ok) {
    const { changeId } = added.value
    return { ok: true, value: { changeId, blockId: added.value.value().ids.blockId } }
  }
  if (added.refusal.code !== 'not_found' || added.refusal.what !== 'page') return added
  const page = checkBody(CreatePage, { name, blocks: [body.text] })
  if (!page.ok) return { ok: false, refusal: { code: 'bad_request', error: page.error } }
  const created = await writes.createPage(person, page.value)
  if (!created.ok) return created
  const { changeId } = created.value
  return { ok: true, value: { changeId, blockId: created.value.value().ids.blockIds[0]! } }
}
