/** Changes: the writes of each token, before and after, to revert or to keep. @see decisions 8 */
import { LIMITS } from '@notegraph/contract'
import type { ChangeView, ChangeViewList } from '@notegraph/service'
import { BROWSER, BROWSER_NAME, counted } from '@notegraph/service'
import type { WebDeps } from '../deps.ts'
import { html, type Html } from '../html.ts'
import type { Page, View, Visit } from '../page.ts'
import { YOU } from '../components/author-name.ts'
import { redirectWithFlash, takeFlash } from '../components/flash-message.ts'
import { postForm } from '../components/form.ts'
import { missing } from '../components/not-found.ts'
import { nothingHere, offsetOf, paging } from '../components/paging.ts'
import { clockAt, dayWords, timeAt } from '../components/time.ts'
import { pageLink } from '../components/links.ts'
import { stateBadge, sides } from './changes/entry.ts'
import { filters } from './changes/filters.ts'
import { changeLine } from './changes/line.ts'
import { keepChosen, keptNotice, readKept } from './changes/keep.ts'
import { outcome, readOutcome, revertAll } from './changes/revert.ts'
import { personOf } from '../writing/as-person.ts'

const PATH = '/settings/changes'
const KEEP = `${PATH}/keep`
/** Changes on one page of the list. */
const LIMIT = 50
/** The most characters of each text on the page of one change; an import may create longer ones. */
const MOST_OF_ONE = 150_000

export const changes: Page = {
  title: 'Changes',
  path: PATH,
  section: 'settings',
  count: ({ changes }) => changes,
  key: 'c',
  routes(on, deps) {
    on.get(PATH, async (visit) => {
      const view = await overview(deps, visit)
      await deps.notices.look(visit.account)
      return view
    })
    on.get(`${PATH}/:id`, async (visit) => {
      const found = await deps.changes.lookAt(visit.account.id, visit.part('id'))
      if (!found.ok) return NO_CHANGE
      if (found.value.seenAt === undefined) await deps.changes.see(visit.account.id, [found.value.id])
      return whole(found.value, visit)
    })
    on.post(`${PATH}/revert`, async (visit, form) => {
      const done = await revertAll(deps.changes, visit.account, chosen(form))
      return redirectWithFlash(deps.baseUrl(), addressOf(visit.query), done)
    })
    on.post(KEEP, async (visit, form) => {
      const done = await keepChosen(deps, visit.account.id, chosen(form), form)
      return redirectWithFlash(deps.baseUrl(), addressOf(visit.query), done)
    })
  },
}

/** The ids that a form names. The button of one change takes precedence over ticked boxes. */
const chosen = (form: FormData): string[] => {
  const ids = form.has('only') ? [form.get('only')] : form.getAll('id')
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}

const NO_CHANGE: View = missing(
  'Change not found',
  `No change from the last ${LIMITS.changeDays} days has this address.`,
  html`<a href="${PATH}">All changes</a>`,
)

async function overview(deps: WebDeps, visit: Visit): Promise<View> {
  const { query, account } = visit
  const offset = offsetOf(query)
  const [token, page] = [query.get('token')?.trim() || undefined, query.get('page')?.trim() || undefined]
  const wanted = {
    limit: LIMIT,
    offset,
    ...(token !== undefined && { token }),
    ...(page !== undefined && { page }),
  }
  const [list, open, tokens, byPerson] = [
    await deps.changes.look(account.id, wanted),
    await deps.changes.open(account.id),
    await deps.tokens.list(account.id),
    await deps.changes.lookOwn(personOf(visit), { limit: 1, offset: 0 }),
  ]
  const flash = takeFlash(visit, deps.baseUrl(), (said) => {
    const [kept, reverted] = [readKept(said), readOutcome(said)]
    return kept ? keptNotice(kept) : reverted && outcome(reverted)
  })
  const names = tokens.map(({ name }): [string, string] => [name, name])
  // The restores of the person are listed under a name of their own.
  if (byPerson.ok && byPerson.value.total > 0) names.push([visit.caller.tokenName, YOU])
  const filtered = token !== undefined || page !== undefined
  return {
    title: 'Changes',
    width: 'wide',
    headers: flash.headers,
    body: html`<p class="lead">
        Changes by tokens and connected apps, imports and restores, newest first. You can revert each change
        on every device for ${LIMITS.changeDays} days, or keep it. What you write yourself is in the history
        of its page.
      </p>
      ${flash.value} ${room(open, deps.revertibleChanges)}
      ${(list.total > 0 || filtered) && filters(PATH, names, { token, page })}
      ${list.changes.length === 0 ? nothingHere({ path: PATH, query, total: list.total }, none(filtered)) : entries(list, visit)}
      ${token !== undefined && list.changes.some(({ state }) => state === 'open') && keepAll(token, deps.clock(), visit)}
      ${paging({ path: PATH, query, offset, limit: LIMIT, total: list.total })}`,
  }
}

function room(open: number, most: number): Html | undefined {
  if (most === 0) return undefined
  const full = open >= most
  return html`<p class="small muted">
    ${open} of ${most} changes can still be
    reverted.${full && html` <span class="error">The list is full. New changes by programs fail until you keep or revert some, or until some are more than ${LIMITS.changeDays} days old.</span>`}
  </p>`
}

/** The list with the filters of a query, so that a revert returns to what was shown. */
function addressOf(query: URLSearchParams, path: string = PATH): string {
  const kept = new URLSearchParams()
  for (const name of ['token', 'page', 'offset']) {
    const value = query.get(name)
    if (value !== null && value !== '') kept.set(name, value)
  }
  return kept.size === 0 ? path : `${path}?${kept.toString()}`
}

const none = (filtered: boolean): Html =>
  filtered
    ? html`<p class="empty">No changes match this filter. <a href="${PATH}">Show all changes</a></p>`
    : html`<div class="empty">
        <p>No changes in the last ${LIMITS.changeDays} days.</p>
        <p>
          <a href="/settings/assistants">Create a token</a> with Read and write to let an assistant add notes.
        </p>
      </div>`

function entries({ changes }: ChangeViewList, visit: Visit): Html {
  const open = changes.some(({ state }) => state === 'open')
  return postForm(
    addressOf(visit.query, `${PATH}/revert`),
    html`${byDay(changes, visit).map(
      ([day, ofDay]) =>
        html`<h2 class="day-of">${day}</h2>
          <ol class="changes">
            ${ofDay.map((change) => html`<li class="change">${entry(change, visit)}</li>`)}
          </ol>`,
    )}
    ${
      open &&
      html`<div class="actions bar">
        <button class="button">Revert selected</button>
        <button class="button" formaction="${addressOf(visit.query, KEEP)}">Keep selected</button>
      </div>`
    }`,
  )
}

/** Accepts all that the page with the list could show, and nothing later. */
const keepAll = (token: string, now: number, { query }: Visit): Html =>
  postForm(
    addressOf(query, KEEP),
    html`<input type="hidden" name="token" value="${token}" />
      <input type="hidden" name="until" value="${now}" />
      <button class="button">Keep all by <bdi>${token}</bdi></button>`,
  )

/** The changes of each day, in their order. */
function byDay(changes: readonly ChangeView[], { zone }: Visit): [string, ChangeView[]][] {
  const days = new Map<string, ChangeView[]>()
  for (const change of changes) {
    const day = dayWords(change.at, zone)
    const ofDay = days.get(day)
    if (ofDay) ofDay.push(change)
    else days.set(day, [change])
  }
  return [...days]
}

/** The name of the token, app or device; the person is addressed, as in the history. */
const writerOf = ({ token, tokenId }: ChangeView): string =>
  tokenId === BROWSER && token === BROWSER_NAME ? YOU : token

/** A line that opens to the items. A script loads them; without one, a link leads to them. */
function entry(change: ChangeView, { zone, plan, query }: Visit): Html {
  const { id, at, summary, page, pageId, state, keptAt } = change
  const open = state === 'open'
  return html`${open ? html`<input type="checkbox" name="id" value="${id}" aria-label="Select: ${summary}" />` : html`<span></span>`}
    <details data-loads>
      <summary>
        ${clockAt(at, zone)} <span class="what">${changeLine(change)}</span>
        <span class="who"><bdi>${writerOf(change)}</bdi></span> ${stateBadge(state)}
      </summary>
      <p data-part><a href="${PATH}/${id}">Show before and after</a></p>
      <p class="actions small">
        ${open && plan === 'active' && html`<button class="quiet" name="only" value="${id}">Revert<span class="unseen"> ${summary}</span></button>`}
        ${open && plan === 'active' && html`<button class="quiet" name="only" value="${id}" formaction="${addressOf(query, KEEP)}">Keep<span class="unseen"> ${summary}</span></button>`}
        ${keptAt !== undefined && html`<span class="muted">Kept ${timeAt(keptAt, zone)}</span>`}
        <span>${pageLink(page, pageId)}</span>
      </p>
    </details>`
}

function whole(change: ChangeView, { zone, plan }: Visit): View {
  const { id, at, summary, page, pageId, state, keptAt } = change
  return {
    title: summary,
    width: 'wide',
    body: html`<p class="muted">
        <bdi>${writerOf(change)}</bdi> · ${timeAt(at, zone)} · on ${pageLink(page, pageId)}
        ${change.sides.length > 0 && html`· ${counted(change.sides.length, 'item')} changed`}
        ${stateBadge(state)} ${keptAt !== undefined && timeAt(keptAt, zone)}
      </p>
      <div data-part>${sides(change, { most: MOST_OF_ONE })}</div>
      <div class="actions after">
        ${
          state === 'open' &&
          plan === 'active' &&
          postForm(
            `${PATH}/revert`,
            html`<button class="button" name="only" value="${id}">Revert</button>
              <button class="button" name="only" value="${id}" formaction="${KEEP}">Keep</button>`,
          )
        }
        <a class="button quiet" href="${PATH}">All changes</a>
      </div>`,
  }
}
