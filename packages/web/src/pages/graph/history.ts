/** The history of a page: its moments, one moment, and the restore. @see history 3, 4 */
import { LIMITS, type PageHistory } from '@notegraph/contract'
import { counted } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { Routes, View, Visit } from '../../page.ts'
import { authorName } from '../../components/author-name.ts'
import { redirectWithFlash } from '../../components/flash-message.ts'
import { fieldOf } from '../../components/form.ts'
import { FORGET_PATH, HISTORY_PATH, momentAddress, pageIdAddress, pageLink, RESTORE_PATH, withId } from '../../components/links.ts' // prettier-ignore
import { missing } from '../../components/not-found.ts'
import { listPart, offsetOf } from '../../components/paging.ts'
import { resourceTable } from '../../components/resource.ts'
import { restoredWords } from '../../components/restore-words.ts'
import { timeAt } from '../../components/time.ts'
import { asPerson } from '../../writing/as-person.ts'
import { refusedView } from '../../writing/refused.ts'
import { momentView } from './moment.ts'
import { refusalWords } from '../../components/refusal-words.ts'

type Moment = PageHistory['history'][number]

export function historyRoutes(on: Routes, deps: WebDeps): void {
  on.get(HISTORY_PATH, async (visit) => {
    const id = visit.query.get('id') ?? ''
    const seq = visit.query.get('seq')
    if (seq === null) return moments(deps, visit, id)
    const number = readSeq(seq)
    return number === undefined ? NO_MOMENT : momentView(deps, visit, id, number)
  })
  on.post(RESTORE_PATH, async (visit, form) => {
    const page = fieldOf(form, 'page')
    const seq = readSeq(fieldOf(form, 'seq'))
    if (seq === undefined) return NO_MOMENT
    const done = await asPerson(visit, async () => deps.history.restore(visit.account, { page, seq }))
    if (!done.ok) return refusedView('Page not restored', done.refusal, html`${back(page)}`)
    const { changeId } = done.value
    const written = { words: restoredWords(done.value), changeId }
    return redirectWithFlash(deps.baseUrl(), pageIdAddress(page), written)
  })
}

const NO_MOMENT: View = missing(
  'Moment not found',
  'The address has no number of a change.',
  'Open the history of the page.',
)

const readSeq = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)

const back = (id: string): Html => html`<p><a href="${withId(HISTORY_PATH, id)}">History of the page</a></p>`

async function moments(deps: WebDeps, visit: Visit, id: string): Promise<View> {
  const { query, account } = visit
  const offset = offsetOf(query)
  const found = await deps.history.listPage(account, id, { limit: LIMITS.webRows, offset })
  if (!found.ok)
    return missing('Page not found', refusalWords(found.refusal).error, 'Its history may be too old.')
  const { history, total } = found.value
  const page = await deps.reader.graph(visit.caller).pages.find(id)
  return {
    title: 'History',
    body: html`<p class="muted">
        ${page ? html`of ${pageLink(page.name, page.id)}` : 'of a deleted page'} ·
        <a href="${withId(FORGET_PATH, id)}">Forget earlier states</a>
      </p>
      ${listPart({ path: HISTORY_PATH, query, total, offset, limit: LIMITS.webRows }, momentTable(id, history, visit))}`,
  }
}

const momentTable = (id: string, history: readonly Moment[], { zone }: Visit): Html =>
  resourceTable(history, [
    ['Time', ({ at, seq }) => html`<a href="${momentAddress(id, seq)}">${timeAt(at, zone)}</a>`],
    ['By', ({ by }) => html`<bdi>${authorName(by)}</bdi>`],
    ['Changes', changeWords],
  ])

function changeWords({ page, added, changed, removed }: Moment): string {
  return [
    ...(page ? ['Name or properties'] : []),
    ...(added > 0 ? [`${counted(added, 'block')} added`] : []),
    ...(changed > 0 ? [`${counted(changed, 'block')} changed`] : []),
    ...(removed > 0 ? [`${counted(removed, 'block')} removed`] : []),
  ].join(', ')
}
