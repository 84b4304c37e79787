/** Conflicts: words that two devices wrote at once, beside each other, until a person picks one. @see sync, Ideas 3 */
import { toErrorBody, type SyncCaller } from '@notegraph/service'
import { deviceOf } from '@notegraph/sync'
import type { GraphRecord } from '@notegraph/graph'
import type { WebDeps } from '../deps.ts'
import { html, type Html } from '../html.ts'
import type { Page, View, Visit } from '../page.ts'
import { EFFORT, pieces } from '../parts/compare.ts'
import { redirectTold, takeTold } from '../parts/flash.ts'
import { fieldOf, postForm } from '../parts/form.ts'
import { pageLink } from '../parts/links.ts'
import { message } from '../parts/message.ts'
import { notice } from '../parts/notice.ts'
import { timeAt } from '../parts/time.ts'

const PATH = '/settings/conflicts'
/** Blocks on one page; the rest come up as these are settled. */
const AT_ONCE = 50
/** Characters of all their versions; one block is shown in any case. */
const MOST_TEXT = 500_000

type Clashing = Extract<GraphRecord, { readonly kind: 'block' | 'shape' }>

export const conflicts: Page = {
  title: 'Conflicts',
  path: PATH,
  section: 'settings',
  routes(on, deps) {
    on.get(PATH, async (visit) => {
      const { value, headers } = takeTold(visit, deps.baseUrl(), (said) => said === 'picked')
      return { ...(await overview(deps, visit, value === true)), headers }
    })
    on.post(`${PATH}/:id`, async (visit, form) => {
      const picked = await deps.sync.pick(callerOf(visit), visit.part('id'), fieldOf(form, 'rev'))
      if (picked.ok) return redirectTold(deps.baseUrl(), PATH, 'picked')
      const { error, hint } = toErrorBody(picked.refusal)
      const status = picked.refusal.code === 'not_found' ? 404 : 409
      return { ...message('Not picked', error, hint), status }
    })
  },
}

const callerOf = ({ account, plan }: Visit): SyncCaller => ({
  account,
  plan: plan === 'active' ? plan : 'grace',
  device: 'browser',
})

async function overview(deps: WebDeps, visit: Visit, picked: boolean): Promise<View> {
  const found = await deps.sync.conflicts(callerOf(visit))
  const all = found.ok ? (found.value.value().blocks as Clashing[]) : []
  const first = fitting(all)
  const effort = EFFORT / first.reduce((sum, { versions = [] }) => sum + versions.length, 0)
  const shown = await Promise.all(first.map((one) => card(deps, visit, one, effort)))
  return {
    title: 'Conflicts',
    width: 'wide',
    body: html`<p class="lead">
        Where two devices changed the same words before they heard of each other, both are kept, and the later
        ones are shown in your notes until you pick.
      </p>
      ${picked && notice('Picked. Every device gets it at its next sync.')}
      ${visit.plan === 'grace' && notice('The plan has ended: you can read what there is, and pick once it goes on.', 'warn')}
      ${
        all.length === 0
          ? html`<p class="empty">
              No words wait for you. What is written on two devices at once turns up here.
            </p>`
          : html`<p class="muted">
                ${all.length === 1 ? 'One block waits' : `${all.length} blocks wait`} for
                you${all.length > first.length && `; the first ${first.length === 1 ? 'is' : `${first.length} are`} here`}.
              </p>
              ${shown}`
      }`,
  }
}

/** As many from the first on as make a page. */
function fitting(all: readonly Clashing[]): readonly Clashing[] {
  let length = 0
  const end = all.findIndex(({ words, versions = [] }, i) => {
    length += versions.reduce((sum, { text }) => sum + text.length, words.text.length)
    return i === AT_ONCE || (length > MOST_TEXT && i > 0)
  })
  return end < 0 ? all : all.slice(0, end)
}

async function card(deps: WebDeps, visit: Visit, record: Clashing, effort: number): Promise<Html> {
  const { id, words, versions = [] } = record
  const page = await deps.reader.graph(visit.caller).pageById(record.place.pageId)
  const diffs = versions.map((version) => pieces(words.text, version.text, effort))
  const heading = `conflict-${id}`
  return html`<article class="card clash" aria-labelledby="${heading}">
    <h2 id="${heading}">On ${page ? pageLink(page.name, page.id) : 'a page that is gone'}</h2>
    <div class="beside">
      ${version(visit, id, {
        title: 'Shown now',
        rev: words.rev,
        at: words.at,
        device: deviceOf(words),
        text: diffs.length === 1 ? marked(diffs[0]![0], gone) : html`${words.text}`,
        button: 'Keep these words',
      })}
      ${versions.map((one, i) =>
        version(visit, id, {
          title: versions.length === 1 ? 'Also written' : `Also written, ${i + 1} of ${versions.length}`,
          rev: one.rev,
          at: one.at,
          device: one.device,
          text: marked(diffs[i]![1], come),
          button: 'Take these words',
        }),
      )}
    </div>
  </article>`
}

const gone = (text: string): Html => html`<del>${text}</del>`
const come = (text: string): Html => html`<ins>${text}</ins>`

const marked = (text: ReturnType<typeof pieces>[number], mark: (words: string) => Html): Html =>
  html`${text?.map(({ text: words, differs }) => (differs ? mark(words) : words))}`

interface Version {
  readonly title: string
  readonly rev: string
  readonly at: number
  /** Empty where it is not known. */
  readonly device: string
  readonly text: Html
  readonly button: string
}

const version = (
  { zone, plan }: Visit,
  id: string,
  { title, rev, at, device, text, button }: Version,
): Html =>
  html`<div class="version">
    <h3>${title}</h3>
    <p class="muted small">${timeAt(at, zone)}${device !== '' && html`, on <bdi>${device}</bdi>`}</p>
    <div class="said" dir="auto">${text}</div>
    ${
      plan === 'active' &&
      postForm(
        `${PATH}/${encodeURIComponent(id)}`,
        html`<input type="hidden" name="rev" value="${rev}" />
          <button aria-describedby="conflict-${id}">${button}</button>`,
      )
    }
  </div>`
