/** Snapshots: lists, creates and removes names for the graph as it was, and restores the graph. @see history 2, 4 */
import { checkBody, LIMITS, MakeSnapshot, type Snapshot } from '@notegraph/contract'
import type { WebDeps } from '../deps.ts'
import { html, type Html } from '../html.ts'
import type { Page, View, Visit } from '../page.ts'
import { confirmPage, endSection } from '../components/confirm.ts'
import { notRecent } from '../components/confirm-sign-in.ts'
import { redirectWithFlash, seeOther, takeFlash } from '../components/flash-message.ts'
import { fieldOf, postForm, textField } from '../components/form.ts'
import { missing } from '../components/not-found.ts'
import { restoredWords } from '../components/restore-words.ts'
import { restoreProgress } from '../components/restore-progress.ts'
import { restoreSection } from '../components/restore-section.ts'
import { resourceTable } from '../components/resource.ts'
import { dayWords, timeAt } from '../components/time.ts'
import { refusalLine } from '../components/refusal-words.ts'
import { asPerson } from '../writing/as-person.ts'
import { refusedView } from '../writing/refused.ts'
import { readWritten, writtenNotice, type Written } from '../writing/written.ts'

const PATH = '/settings/snapshots'
/** Seconds until the page of a running restore reloads without a script. */
const AGAIN = 2
const pathOf = (id: string): string => `${PATH}/${encodeURIComponent(id)}`

export const snapshots: Page = {
  title: 'Snapshots',
  path: PATH,
  section: 'settings',
  routes(on, deps) {
    const done = (written: Written): Response => redirectWithFlash(deps.baseUrl(), PATH, written)
    on.get(PATH, async (visit) => overview(deps, visit))
    on.post(PATH, async (visit, form) => {
      const name = fieldOf(form, 'name').trim()
      const body = checkBody(MakeSnapshot, { name })
      if (!body.ok)
        return overview(deps, visit, { name, error: refusalLine({ code: 'bad_request', error: body.error }) })
      const made = await deps.history.makeSnapshot(visit.account, body.value.name)
      return made.ok
        ? done({ words: 'Snapshot created.' })
        : overview(deps, visit, { name, error: refusalLine(made.refusal) })
    })
    on.get(`${PATH}/:id`, async (visit) => {
      const snapshot = await find(deps, visit)
      return snapshot ? whole(deps, visit, snapshot) : NO_SNAPSHOT
    })
    on.post(`${PATH}/:id/restore`, async (visit, form) => {
      const snapshot = visit.part('id')
      if (!visit.isRecent) return notRecent(visit, pathOf(snapshot), form)
      const restored = await asPerson(visit, async () => deps.history.restore(visit.account, { snapshot }))
      if (!restored.ok) return refusedView('Graph not restored', restored.refusal, html`<p>${TO_ALL}</p>`)
      const { changeId, running } = restored.value
      // The page itself shows the progress.
      if (running) return seeOther(PATH)
      return done({ words: restoredWords(restored.value), changeId })
    })
    on.get(`${PATH}/:id/remove`, async (visit) => {
      const snapshot = await find(deps, visit)
      return snapshot ? confirmRemove(snapshot, visit) : NO_SNAPSHOT
    })
    on.post(`${PATH}/:id/remove`, async (visit) => {
      const removed = await deps.history.removeSnapshot(visit.account, visit.part('id'))
      return removed.ok ? done({ words: 'Snapshot removed.' }) : NO_SNAPSHOT
    })
  },
}

const TO_ALL = html`<a href="${PATH}">All snapshots</a>`

const NO_SNAPSHOT: View = missing('Snapshot not found', 'This account has no snapshot with this id.', TO_ALL)

async function find({ history }: WebDeps, visit: Visit): Promise<Snapshot | undefined> {
  const found = await history.readSnapshot(visit.account, visit.part('id'))
  return found.ok ? found.value : undefined
}

/** The sweep names the graph of each day. */
const titleOf = ({ name, at }: Snapshot, { zone }: Visit): string => name ?? `Daily, ${dayWords(at, zone)}`

/** A name that was refused, and the reason. */
interface AskedName {
  readonly name: string
  readonly error: string
}

async function overview(deps: WebDeps, visit: Visit, asked?: AskedName): Promise<View> {
  const list = await deps.history.listSnapshots(visit.account)
  const job = await deps.history.readRestore(visit.account.id)
  const { value, headers } = takeFlash(visit, deps.baseUrl(), readWritten)
  return {
    title: 'Snapshots',
    headers,
    ...(job?.state === 'running' && { refresh: AGAIN }),
    ...(asked && { status: 400 }),
    body: html`<p class="lead">A snapshot names the graph as it is now, so that you can restore it later.</p>
      ${value ? writtenNotice(value) : job && (await restoreProgress(deps, visit, job))}
      <section aria-labelledby="snapshots">
        <h2 id="snapshots">Your snapshots</h2>
        ${list.length > 0 ? table(list, visit) : html`<p class="empty">No snapshots yet.</p>`}
      </section>
      ${visit.plan === 'active' ? newSnapshot(asked) : asked && fault(asked)}`,
  }
}

const table = (list: readonly Snapshot[], visit: Visit): Html =>
  resourceTable(list, [
    ['Name', (one) => html`<a href="${pathOf(one.id)}"><bdi>${titleOf(one, visit)}</bdi></a>`],
    ['Created', ({ at }) => timeAt(at, visit.zone)],
    ['Kept', ({ name }) => (name === undefined ? `${LIMITS.historyDays} days` : 'Until you remove it')],
  ])

const newSnapshot = (asked?: AskedName): Html =>
  html`<section aria-labelledby="new">
    <h2 id="new">New snapshot</h2>
    ${postForm(
      PATH,
      html`${textField({
          name: 'name',
          label: 'Name',
          value: asked?.name ?? '',
          hint: `Such as “before the clean-up”. You can have ${LIMITS.namedSnapshots} snapshots of your own.`,
          how: html`required maxlength="${LIMITS.snapshotName}" autocomplete="off" dir="auto"`,
        })}
        ${asked && fault(asked)} <button class="button">Create snapshot</button>`,
      'card',
    )}
  </section>`

const fault = ({ error }: AskedName): Html => html`<p class="error" role="alert">${error}</p>`

async function whole(deps: WebDeps, visit: Visit, snapshot: Snapshot): Promise<View> {
  const { id, name, at } = snapshot
  return {
    title: titleOf(snapshot, visit),
    body: html`<p class="muted">The graph as it was at ${timeAt(at, visit.zone)} · ${TO_ALL}</p>
      ${restoreSection(visit, {
        action: `${pathOf(id)}/restore`,
        label: 'Restore the graph',
        preview: await deps.history.restore(visit.account, { snapshot: id, preview: true }),
      })}
      ${
        name !== undefined &&
        endSection(
          'remove',
          'Remove the snapshot',
          'Notes stay as they are. The server may then drop the earlier states.',
          `${pathOf(id)}/remove`,
          'Remove snapshot',
        )
      }`,
  }
}

const confirmRemove = (snapshot: Snapshot, visit: Visit): View =>
  confirmPage({
    title: 'Remove this snapshot?',
    words: html`<p>
      You can then no longer restore <strong><bdi>${titleOf(snapshot, visit)}</bdi></strong
      >. This can’t be undone.
    </p>`,
    action: `${pathOf(snapshot.id)}/remove`,
    button: 'Remove snapshot',
    back: pathOf(snapshot.id),
  })
