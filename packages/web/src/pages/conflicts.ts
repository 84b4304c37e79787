/** Conflicts: conflicting versions side by side, until a person picks one or keeps them all. @see sync, Ideas 3 */
import { EFFORT, MORE, sidesOf, type Sides } from '@notegraph/render/difference'
import { type Refusal, numbered } from '@notegraph/service'
import { deviceOf } from '@notegraph/sync'
import type { GraphRecord, Words } from '@notegraph/graph'
import type { WebDeps } from '../deps.ts'
import { html, type Html } from '../html.ts'
import type { Page, View, Visit } from '../page.ts'
import { redirectWithFlash, takeFlash } from '../components/flash-message.ts'
import { fieldOf, postForm } from '../components/form.ts'
import { pageLink } from '../components/links.ts'
import { missing } from '../components/not-found.ts'
import { notice } from '../components/notice.ts'
import { nothingHere, offsetOf, paging } from '../components/paging.ts'
import { cutText } from '../components/shown-length.ts'
import { asPerson, syncCallerOf } from '../writing/as-person.ts'
import { timeAt } from '../components/time.ts'
import { readWritten, writtenNotice, type Written } from '../writing/written.ts'
import { refusedMessage } from '../components/refusal-words.ts'

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
  count: ({ conflicts }) => conflicts,
  routes(on, deps) {
    const done = (written: Written): Response => redirectWithFlash(deps.baseUrl(), PATH, written)
    on.get(PATH, async (visit) => {
      const { value, headers } = takeFlash(visit, deps.baseUrl(), readWritten)
      const id = visit.query.get('block')
      const view = id === null ? await overview(deps, visit, value) : await whole(deps, visit, id)
      return { ...view, headers }
    })
    on.post(`${PATH}/:id`, async (visit, form) => {
      const [id, rev] = [visit.part('id'), fieldOf(form, 'rev')]
      const held = await deps.reader.graph(visit.caller).records.find(id)
      // A shape of a whiteboard has no changes that could be undone.
      if (held?.record.kind === 'shape') {
        const picked = await deps.sync.pick(syncCallerOf(visit), id, rev)
        return picked.ok ? done({ words: PICKED }) : refused(picked.refusal)
      }
      const used = await asPerson(visit, async (person) => deps.writes.useVersion(person, id, rev))
      return used.ok ? done({ words: PICKED, changeId: used.value.changeId }) : refused(used.refusal)
    })
    on.post(`${PATH}/:id/keep`, async (visit) => {
      const kept = await asPerson(visit, async (person) => deps.writes.keepVersions(person, visit.part('id')))
      return kept.ok ? done({ words: KEPT, changeId: kept.value.changeId }) : refused(kept.refusal)
    })
  },
}

function refused(refusal: Refusal): View {
  return refusedMessage('No version chosen', refusal)
}

/** The results of the forms. */
const PICKED = 'Version chosen. Every device receives it at its next sync.'
const KEPT = 'Both versions are kept, one after the other.'

async function overview(deps: WebDeps, visit: Visit, done?: Written): Promise<View> {
  const offset = offsetOf(visit.query)
  const found = await deps.sync.conflicts(syncCallerOf(visit), { limit: AT_ONCE, offset })
  const { blocks = [], total = 0 } = found.ok ? found.value.value() : {}
  const list = fitting(blocks as readonly ConflictingRecord[])
  const effort = EFFORT / list.reduce((sum, { versions = [] }) => sum + versions.length, 0)
  const cards = await Promise.all(list.map((one) => card(deps, visit, one, { most: MOST_OF_ONE, effort })))
  return {
    title: 'Conflicts',
    width: 'wide',
    body: html`<p class="lead">
        Two devices changed the same text before they synced. Your notes show the later version until you
        decide.
      </p>
      ${done && writtenNotice(done)}
      ${visit.plan === 'grace' && notice('Your plan has ended. You can read all versions. To choose one, renew the plan.', 'warn')}
      ${
        total === 0
          ? html`<p class="empty">
              No conflicts. When two devices change the same text, you can choose a version here.
            </p>`
          : html`<p class="muted">
                ${total === 1 ? '1 block has' : `${numbered(total)} blocks have`} conflicting versions.
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
    return missing(
      'Conflict not found',
      'This block has no conflicting versions.',
      html`<a href="${PATH}">All conflicts</a>`,
    )
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
  const common = record.kind === 'block' ? await deps.sync.commonText(syncCallerOf(visit), record) : undefined
  const diffs = versions.map((version) => sidesOf(words.text, version.text, most, effort))
  const isCut = [words, ...versions].some(({ text }) => text.length > most)
  const heading = `conflict-${id}`
  return html`<article class="card clash" aria-labelledby="${heading}">
    <h2 id="${heading}">${page ? pageLink(page.name, page.id) : 'On a deleted page'}</h2>
    <div class="beside">
      ${version(visit, id, {
        rev: words.rev,
        at: words.at,
        device: deviceOf(words),
        text: diffs.length === 1 ? marked(diffs[0]![0]) : html`${cutText(words.text, most)}`,
        isShown: true,
      })}
      ${versions.map(({ rev, at, device }, i) => version(visit, id, { rev, at, device, text: marked(diffs[i]![1]) }))}
    </div>
    ${common && commonVersion(common, visit.zone, most)}
    ${
      record.kind === 'block' &&
      visit.plan === 'active' &&
      postForm(
        `${PATH}/${encodeURIComponent(id)}/keep`,
        html`<p class="actions">
          <button class="quiet" aria-describedby="${heading}">
            ${versions.length === 1 ? 'Keep both' : `Keep all ${versions.length + 1}`}
          </button>
          <span class="muted small"
            >${versions.length === 1 ? 'The other text becomes a block' : 'The other texts become blocks'}
            after this one.</span
          >
        </p>`,
        'keep',
      )
    }
    ${diffs.flat().some((side) => side?.at(-1) === MORE) && html`<p>More words differ than are shown.</p>`}
    ${isCut && html`<p><a href="${PATH}?block=${encodeURIComponent(id)}">Show the full text</a></p>`}
  </article>`
}

/** The text that both versions began from. */
const commonVersion = ({ text, at }: Words, zone: string, most: number): Html =>
  html`<details class="more">
    <summary>Text before both changes</summary>
    <p class="muted small">${timeAt(at, zone)}</p>
    <div class="said" dir="auto">${cutText(text, most)}</div>
  </details>`

const marked = (text: Sides[number]): Html =>
  html`${text?.map(({ text: words, differs }) => (differs ? html`<mark class="differs">${words}</mark>` : words))}`

interface Version {
  readonly rev: string
  readonly at: number
  /** The name of the device; empty if unknown. */
  readonly device: string
  readonly text: Html
  /** Whether the notes show it until a person decides. */
  readonly isShown?: true
}

/** A version by its device and time, without a verdict. */
const version = ({ zone, plan }: Visit, id: string, { rev, at, device, text, isShown }: Version): Html =>
  html`<div class="version">
    <h3 id="version-${rev}">
      <bdi>${device === '' ? 'Another device or program' : device}</bdi>
      ${isShown && html`<span class="badge">Shown now</span>`}
    </h3>
    <p class="muted small">${timeAt(at, zone)}</p>
    <div class="said" dir="auto">${text}</div>
    ${
      plan === 'active' &&
      postForm(
        `${PATH}/${encodeURIComponent(id)}`,
        html`<input type="hidden" name="rev" value="${rev}" />
          <button class="quiet" aria-describedby="version-${rev} conflict-${id}">Use this version</button>`,
      )
    }
  </div>`
