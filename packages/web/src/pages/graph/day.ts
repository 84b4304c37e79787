/** Today, and other days, with the calendar of their month. */
import { addDays, isoDay, readIsoDay, type Day } from '@notegraph/block-text'
import { raw } from 'hono/html'
import type { WebDeps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { Page, View, Visit } from '../../page.ts'
import { captureForm } from '../../components/capture-form.ts'
import { dayAddress, GRAPH, HISTORY_PATH, withId } from '../../components/links.ts'
import { keptParts } from '../../components/kept-html.ts'
import { message } from '../../components/message.ts'
import { nothingHere, offsetOf, paging } from '../../components/paging.ts'
import { showOutline } from '../../components/shown-blocks.ts'
import { dayTitle } from '../../components/time.ts'
import { backlinks } from './backlinks.ts'
import { captureRoutes } from './capture.ts'
import { calendar, CALENDAR } from './calendar.ts'
import { LIMIT, windowAt } from './page.ts'

const PATH = `${GRAPH}/day`

export const day: Page = {
  title: 'Journals',
  path: PATH,
  section: 'graph',
  icon: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  key: 'd',
  routes(on, deps) {
    on.get(PATH, (visit) => shown(deps, visit))
    captureRoutes(on, deps)
  },
}

async function shown(deps: WebDeps, visit: Visit): Promise<View> {
  const { caller, query } = visit
  const offset = offsetOf(query)
  const date = query.get('date')
  const today = deps.reader.today(caller)
  const day = date === null ? today : readIsoDay(date)
  if (day === undefined)
    return {
      ...message(
        'Invalid date',
        'This date is not on the calendar.',
        'Write the date as YYYY-MM-DD, such as 2026-11-20.',
      ),
      status: 400,
    }
  const kept = await keptParts(deps, visit)
  const read = await deps.reader.readDay(caller, isoDay(day), windowAt(offset))
  if (!read.ok) return { ...message('Invalid date', 'This date is not on the calendar.'), status: 400 }
  const { blocks, total } = read.value
  const outlined = await kept(`day ${day} ${offset}`, async () => showOutline(deps, visit, blocks, offset))
  return {
    title: dayTitle(day),
    body: html`<nav class="days" aria-label="Days">
        ${step(addDays(day, -1), 'prev', 'Previous day')}
        ${day === today ? html`<span class="muted">Today</span>` : html`<a class="button quiet" href="${PATH}">Today</a>`}
        ${step(addDays(day, 1), 'next', 'Next day')}
      </nav>
      ${await calendar(deps.reader.graph(caller), day, { today, isOpen: query.get(CALENDAR) === '1' })}
      <div ${offset + blocks.length === total && html`data-list`}>
        ${blocks.length > 0 ? raw(outlined) : nothingHere({ path: PATH, query, total }, html`<p class="empty">No notes on this day${day < today ? '' : ' yet'}.</p>`)}
      </div>
      ${visit.plan === 'active' && captureForm({ date: isoDay(day) })}
      ${paging({ path: PATH, query, offset, limit: LIMIT, shown: blocks.length, total })}
      ${read.value.page && html`<p class="muted small"><a href="${withId(HISTORY_PATH, read.value.page.id)}">History</a></p>`}
      ${await backlinks(deps, visit, isoDay(day), read.value.page && PATH)}`,
  }
}

/** Undefined at the ends of the calendar. */
const step = (day: Day | undefined, rel: 'prev' | 'next', words: string): Html | undefined =>
  day === undefined
    ? undefined
    : html`<a class="button quiet" rel="${rel}" href="${dayAddress(isoDay(day))}">${words}</a>`
