/** One moment of a page: what changed, the page as it was, and the offer to restore it. @see history 3, 4 */
import { LIMITS, type PageState } from '@notegraph/contract'
import { EFFORT } from '@notegraph/render/difference'
import { statusOf, type Refusal } from '@notegraph/service'
import { shownName } from '../../components/page-name.ts'
import type { WebDeps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { View, Visit } from '../../page.ts'
import { authorName } from '../../components/author-name.ts'
import { earlierBlocks } from '../../components/earlier-blocks.ts'
import { HISTORY_PATH, pageAddress, RESTORE_PATH, withId } from '../../components/links.ts'
import { message } from '../../components/message.ts'
import { factList } from '../../components/page-facts.ts'
import { nothingHere, offsetOf, paging } from '../../components/paging.ts'
import { restoreSection } from '../../components/restore-section.ts'
import { textDiff } from '../../components/text-diff.ts'
import { timeAt } from '../../components/time.ts'
import { valueHtml } from '../../components/value-html.ts'
import { refusalWords } from '../../components/refusal-words.ts'

/** The most changes that are shown. */
const MOST_CHANGES = 100
/** The most characters of all their texts, of each side; a text gets at least `LEAST_OF_ONE`. */
const MOST_TEXT = 60_000
const LEAST_OF_ONE = 600

export async function momentView(deps: WebDeps, visit: Visit, id: string, seq: number): Promise<View> {
  const offset = offsetOf(visit.query)
  const read = await deps.history.readPage(visit.account, id, seq, { limit: LIMITS.webBlocks, offset })
  if (!read.ok) return refused(read.refusal, id)
  const { name, at, by, changes } = read.value
  return {
    title: shownName({ name, id }),
    width: 'wide',
    body: html`<p class="muted">
        ${at === undefined ? 'As it was after a change' : html`As it was at ${timeAt(at, visit.zone)}, after a change by <bdi>${authorName(by)}</bdi>`}
        ·
        <a href="${withId(HISTORY_PATH, id)}">All of its history</a>
      </p>
      ${offset === 0 && changes.length > 0 && changed(changes)}
      ${restoreSection(visit, {
        action: RESTORE_PATH,
        fields: html`<input type="hidden" name="page" value="${id}" /><input
            type="hidden"
            name="seq"
            value="${String(seq)}"
          />`,
        label: 'Restore this page',
        preview: await deps.history.restore(visit.account, { page: id, seq, preview: true }),
      })}
      ${await asItWas(deps, visit, read.value, offset)}`,
  }
}

function changed(changes: PageState['changes']): Html {
  const shown = changes.slice(0, MOST_CHANGES)
  const most = Math.max(LEAST_OF_ONE, Math.floor(MOST_TEXT / shown.length))
  const options = { most, effort: EFFORT / shown.length }
  return html`<section aria-labelledby="changed">
    <h2 id="changed">What changed</h2>
    ${shown.map(({ before, after }) => textDiff(before, after, options))}
    ${changes.length > shown.length && html`<p class="muted">The first ${MOST_CHANGES} changes are shown.</p>`}
  </section>`
}

async function asItWas(deps: WebDeps, visit: Visit, state: PageState, offset: number): Promise<Html> {
  const { properties, blocks, total } = state
  const list = { path: HISTORY_PATH, query: visit.query, total }
  return html`<section aria-labelledby="as-it-was">
    <h2 id="as-it-was">The page as it was</h2>
    ${factList(
      { fields: properties, props: {}, aliases: [], tags: [] },
      { value: valueHtml, name: (name) => html`<a href="${pageAddress(name)}"><bdi>${name}</bdi></a>` },
    )}
    ${
      blocks.length === 0
        ? nothingHere(list, html`<p class="empty">The page had no blocks.</p>`)
        : await earlierBlocks(deps, visit, blocks)
    }
    ${paging({ ...list, offset, limit: LIMITS.webBlocks })}
  </section>`
}

/** After the change that deleted a page, there is none to show. */
function refused(refusal: Refusal, id: string): View {
  const isGone = refusal.code === 'not_found'
  const { error, hint } = refusalWords(refusal)
  const words = isGone ? 'The page did not exist after this change.' : error
  const back = html`<a href="${withId(HISTORY_PATH, id)}">History of the page</a>`
  return {
    ...message(isGone ? 'No page at this moment' : 'No longer kept', words, html`${!isGone && hint} ${back}`),
    status: statusOf(refusal),
  }
}
