/** A month of journal days as a table, weeks from Monday; days with notes are marked. */
import { addDays, addMonths, isoDay, weekday, type Day } from '@notegraph/block-text'
import { journalId } from '@notegraph/graph'
import type { GraphStore } from '@notegraph/store'
import { html, type Html } from '../../html.ts'
import { dayAddress } from '../../components/links.ts'
import { monthTitle } from '../../components/time.ts'

/** The parameter of a page whose calendar is open. */
export const CALENDAR = 'calendar'

const WEEK = [
  ['Mon', 'Monday'],
  ['Tue', 'Tuesday'],
  ['Wed', 'Wednesday'],
  ['Thu', 'Thursday'],
  ['Fri', 'Friday'],
  ['Sat', 'Saturday'],
  ['Sun', 'Sunday'],
] as const

export interface CalendarOptions {
  readonly today: Day
  readonly isOpen: boolean
}

/** @param shown the day of the page; its month is shown */
export async function calendar(
  { records }: Pick<GraphStore, 'records'>,
  shown: Day,
  { today, isOpen }: CalendarOptions,
): Promise<Html> {
  const days = daysOfMonth(shown)
  const live = (await records.findMany(days.map(journalId)))
    .filter(({ record }) => record.deleted === undefined)
    .map(({ record }) => record.id)
  const withNotes = new Set(live)
  const cell = (day: Day | undefined): Html => {
    if (day === undefined) return html`<td></td>`
    const hasNotes = withNotes.has(journalId(day))
    const state = day === shown ? 'true' : 'date'
    return html`<td>
      <a
        href="${dayAddress(isoDay(day))}"
        class="${hasNotes ? 'noted' : ''}"
        ${(day === shown || day === today) && html`aria-current="${state}"`}
        >${day % 100}${hasNotes && html`<span class="unseen"> has notes</span>`}</a
      >
    </td>`
  }
  return html`<details class="calendar" ${isOpen && html`open`}>
    <summary>Calendar</summary>
    <nav class="days" aria-label="Months">
      ${step(addMonths(days[0]!, -1), 'prev', 'Previous month')}
      ${step(addMonths(days[0]!, 1), 'next', 'Next month')}
    </nav>
    <table>
      <caption>
        ${monthTitle(shown)}
      </caption>
      <thead>
        <tr>
          ${WEEK.map(([short, long]) => html`<th scope="col"><abbr title="${long}">${short}</abbr></th>`)}
        </tr>
      </thead>
      <tbody>
        ${weeksOf(days).map(
          (week) =>
            html`<tr>
              ${week.map(cell)}
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`
}

/** Undefined at the ends of the calendar. */
const step = (day: Day | undefined, rel: 'prev' | 'next', words: string): Html | undefined =>
  day === undefined
    ? undefined
    : html`<a class="button quiet" rel="${rel}" href="${dayAddress(isoDay(day))}&amp;${CALENDAR}=1"
        >${words}</a
      >`

function daysOfMonth(day: Day): Day[] {
  const days: Day[] = []
  const month = Math.floor(day / 100)
  for (
    let one: Day | undefined = month * 100 + 1;
    one !== undefined && Math.floor(one / 100) === month;
    one = addDays(one, 1)
  )
    days.push(one)
  return days
}

/** Weeks of seven cells; those outside the month are empty. */
function weeksOf(days: readonly Day[]): (Day | undefined)[][] {
  const before = WEEK.findIndex(([short]) => short === weekday(days[0]!))
  const cells: (Day | undefined)[] = [...Array.from<undefined>({ length: before }), ...days]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_unused, n) => cells[week * 7 + n]),
  )
}
