/** Conflicts: conflicting versions of two devices side by side, until a person picks one. @see sync, Ideas 3 */
import { toErrorBody, type SyncCaller } from '@notegraph/service'
import { deviceOf } from '@notegraph/sync'
import type { GraphRecord } from '@notegraph/graph'
import type { WebDeps } from '../deps.ts'
import { html, type Html } from '../html.ts'
import type { Page, View, Visit } from '../page.ts'
import { EFFORT, sidesOf, type Sides } from '../components/text-diff.ts'
import { redirectWithFlash, takeFlash } from '../components/flash-message.ts'
import { fieldOf, postForm } from '../components/form.ts'
import { pageLink } from '../components/links.ts'
import { message } from '../components/message.ts'
import { notice } from '../components/notice.ts'
import { many, nothingHere, offsetOf, paging } from '../components/paging.ts'
import { timeAt } from '../components/time.ts'

const PATH = '/settings/conflicts'
/** The most blocks on one page. */
const AT_ONCE = 50
/** The most characters of a version, around its differences; the page of one block shows the whole text. */
const MOST_OF_ONE = 2_000
/** The most characters of all versions on a page; at least one block is shown. */
const MOST_TEXT = 200_000

type ConflictingRecord = Extract<GraphRecord, { readonly kind: 'block' | 'shape' }>

export const conflicts: Page = {
  title: 'Conflicts',
  path: PATH,
  section: 'settings',
  routes(on, deps) {
    on.get(PATH, async (visit) => {
      const { value, headers } = takeFlash(visit, deps.baseUrl(), (said) => said === 'picked')
      const id = visit.query.get('block')
      const view = id === null ? await overview(deps, visit, value === true) : await whole(deps, visit, id)
      return { ...view, headers }
    })
    on.post(`${PATH}/:id`, async (visit, form) => {
      const picked = await deps.sync.pick(callerOf(visit), visit.part('id'), fieldOf(form, 'rev'))
      if (picked.ok) return redirectWithFlash(deps.baseUrl(), PATH, 'picked')
      const { error, hint } = toErrorBody(picked.refusal)
      const status = picked.refusal.code === 'not_found' ? 404 : 409
      return { ...message('No version chosen', error, hint), status }
    })
  },
}

const callerOf = ({ account, plan }: Visit): SyncCaller => ({
  account,
  plan: plan === 'active' ? plan : 'grace',
  device: 'browser',
})

async function overview(deps: WebDeps, visit: Visit, picked: boolean): Promise<View> {
  const offset = offsetOf(visit.query)
  const found = await deps.sync.conflicts(callerOf(visit), { limit: AT_ONCE, offset })
  const { blocks = [], total = 0 } = found.ok ? found.value.value() : {}
  const list = fitting(blocks as readonly ConflictingRecord[])
  const effort = EFFORT / list.reduce((sum, { versions = [] }) => sum + versions.length, 0)
  const cards = await Promise.all(list.map((one) => card(deps, visit, one, { most: MOST_OF_ONE, effort })))
  return {
    title: 'Conflicts',
    width: 'wide',
    body: html`<p class="lead">
        Two devices changed the same text before they synced. Your notes show the later version until you
        choose one.
      </p>
      ${picked && notice('Version chosen. Every device receives it at its next sync.')}
      ${visit.plan === 'grace' && notice('Your plan has ended. You can read all versions. To choose one, renew the plan.', 'warn')}
      ${
        total === 0
          ? html`<p class="empty">
              No conflicts. When two devices change the same text, you can choose a version here.
            </p>`
          : html`<p class="muted">
                ${total === 1 ? '1 block has' : `${many(total)} blocks have`} conflicting versions.
              </p>
              ${list.length === 0 ? nothingHere({ path: PATH, query: visit.query, total }, html``) : cards}
              ${paging({ path: PATH, query: visit.query, offset, limit: AT_ONCE, shown: list.length, total })}`
      }`,
  }
}

/** One block with the whole text of its versions. */
async function whole(deps: WebDeps, visit: Visit, id: string): Promise<View> {
  const held = await deps.reader.graph(visit.caller).records.find(id)
  const record = held?.record
  if (!record || record.kind === 'page' || !record.versions?.length)
    return { ...message('Conflict not found', 'This block has no conflicting versions.'), status: 404 }
  const effort = EFFORT / record.versions.length
  return {
    title: 'Conflict',
    width: 'wide',
    body: html`<p><a href="${PATH}">All conflicts</a></p>
      ${await card(deps, visit, record, { most: Infinity, effort })}`,
  }
}

/** The first blocks that fit on a page. */
function fitting(all: readonly ConflictingRecord[]): readonly ConflictingRecord[] {
  const lengthOf = (text: string): number => Math.min(text.length, MOST_OF_ONE)
  let length = 0
  const end = all.findIndex(({ words, versions = [] }, i) => {
    length += versions.reduce((sum, { text }) => sum + lengthOf(text), lengthOf(words.text))
    return length > MOST_TEXT && i > 0
  })
  return end < 0 ? all : all.slice(0, end)
}

interface PageState {
  /** The most characters of a version. */
  readonly most: number
  /** A part of `EFFORT`. */
  readonly effort: number
}

async function card(
  deps: WebDeps,
  visit: Visit,
  record: ConflictingRecord,
  { most, effort }: PageState,
): Promise<Html> {
  const { id, words, versions = [] } = record
  const page = await deps.reader.graph(visit.caller).pages.find(record.place.pageId)
  const diffs = versions.map((version) => sidesOf(words.text, version.text, most, effort))
  const isCut = [words, ...versions].some(({ text }) => text.length > most)
  const heading = `conflict-${id}`
  return html`<article class="card clash" aria-labelledby="${heading}">
    <h2 id="${heading}">On ${page ? pageLink(page.name, page.id) : 'a deleted page'}</h2>
    <div class="beside">
      ${version(visit, id, {
        title: 'Current version',
        rev: words.rev,
        at: words.at,
        device: deviceOf(words),
        text: diffs.length === 1 ? marked(diffs[0]![0], gone) : html`${cutText(words.text, most)}`,
        button: 'Keep this version',
      })}
      ${versions.map((one, i) =>
        version(visit, id, {
          title: versions.length === 1 ? 'Other version' : `Other version, ${i + 1} of ${versions.length}`,
          rev: one.rev,
          at: one.at,
          device: one.device,
          text: marked(diffs[i]![1], come),
          button: 'Use this version',
        }),
      )}
    </div>
    ${isCut && html`<p><a href="${PATH}?block=${encodeURIComponent(id)}">Show the full text</a></p>`}
  </article>`
}

const cutText = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`

const gone = (text: string): Html => html`<del>${text}</del>`
const come = (text: string): Html => html`<ins>${text}</ins>`

const marked = (text: Sides[number], mark: (words: string) => Html): Html =>
  html`${text?.map(({ text: words, differs }) => (differs ? mark(words) : words))}`

interface Version {
  readonly title: string
  readonly rev: string
  readonly at: number
  /** The name of the device; empty if unknown. */
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
