/** Edits the text of a block: on a page of its own, or in place with a script. */
import { checkBody, UpdateBlock } from '@notegraph/contract'
import type { Refusal } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import { html } from '../../html.ts'
import type { Routes, View, Visit } from '../../page.ts'
import { editForm } from '../../components/edit-form.ts'
import { redirectWithFlash } from '../../components/flash-message.ts'
import { fieldOf, postForm } from '../../components/form.ts'
import { CAPTURE_PATH, EDIT_PATH, pageLink } from '../../components/links.ts'
import { liveBlock } from '../../components/live-block.ts'
import { notFound } from '../../components/not-found.ts'
import { textArea } from '../../components/text-area.ts'
import { asPerson } from '../../writing/as-person.ts'
import { refusedView } from '../../writing/refused.ts'
import { writtenNotice } from '../../writing/written.ts'
import { backOf, editedBlock } from './edited-block.ts'
import { refusedMessage } from '../../components/refusal-words.ts'

export function editBlockRoutes(on: Routes, deps: WebDeps): void {
  on.get(EDIT_PATH, (visit) => edit(deps, visit))
  on.write(EDIT_PATH, {
    labelOf: (name) => (name === 'text' ? 'Text of the block' : undefined),
    act: (visit, form) => save(deps, visit, form),
  })
}

async function edit(deps: WebDeps, visit: Visit): Promise<View> {
  const id = visit.query.get('id') ?? ''
  const block = await editedBlock(deps, visit, id)
  if (!block) return notFound('Block not found', { code: 'not_found', what: 'block', name: id })
  if (block.hasFile) {
    return refusedMessage('Block not edited', { code: 'conflict', why: 'file_kept' })
  }
  const { text, version, pageName, pageId } = block
  return {
    title: 'Edit block',
    body: html`${!visit.isPart && html`<p class="muted">on ${pageLink(pageName, pageId)}</p>`}
    ${editForm({ id, text, version, back: backOf(deps, visit, id), isPart: visit.isPart })}`,
  }
}

async function save(deps: WebDeps, visit: Visit, form: FormData): Promise<View | Response> {
  const id = visit.query.get('id') ?? ''
  const [text, seen] = [fieldOf(form, 'text'), fieldOf(form, 'if_unchanged')]
  const back = backOf(deps, visit, id, form)
  if (text.trim() === '')
    return refused(
      deps,
      visit,
      { code: 'bad_request', error: 'The note is empty. Write something first.' },
      { id, text, seen, back },
    )
  const body = checkBody(UpdateBlock, { text, if_unchanged: seen })
  const saved = body.ok
    ? await asPerson(visit, (person) => deps.writes.setText(person, id, { text, if_unchanged: seen }))
    : { ok: false as const, refusal: { code: 'bad_request' as const, error: body.error } }
  if (!saved.ok) return refused(deps, visit, saved.refusal, { id, text, seen, back })
  const { changeId } = saved.value
  const written = { words: changeId === undefined ? 'The block is unchanged.' : 'Block saved.', changeId }
  if (!visit.isPart) return redirectWithFlash(deps.baseUrl(), back, written)
  return { title: 'Block saved', body: html`${writtenNotice(written)} ${await liveBlock(deps, visit, id)}` }
}

interface Typed {
  readonly id: string
  readonly text: string
  /** The version of the block that the person saw. */
  readonly seen: string
  readonly back: string
}

async function refused(
  deps: WebDeps,
  visit: Visit,
  refusal: Refusal,
  { id, text, seen, back }: Typed,
): Promise<View> {
  const { isPart } = visit
  if (refusal.code === 'not_found') return refusedView('Block not saved', refusal, elsewhere(text))
  const isOutdated = refusal.code === 'conflict' && refusal.why === 'outdated'
  const current = isOutdated ? await editedBlock(deps, visit, id) : undefined
  const form = editForm({ id, text, version: current?.version ?? seen, back, isPart })
  return refusedView(
    'Block not saved',
    refusal,
    current
      ? html`<p>If you save again, your text replaces the current text.</p>
          <div class="beside">
            <section aria-label="Current text">
              <h2>Current text</h2>
              <pre dir="auto">${current.text}</pre>
            </section>
            <section aria-label="Your text">
              <h2>Your text</h2>
              ${form}
            </section>
          </div>`
      : form,
  )
}

/** A block that was deleted meanwhile has no place for its text. */
const elsewhere = (text: string) =>
  postForm(
    CAPTURE_PATH,
    html`<div class="field">
        <label for="kept-text">Your text</label>
        ${textArea({ id: 'kept-text', name: 'text', text })}
      </div>
      <button>Add to today</button>`,
  )
