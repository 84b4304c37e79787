/** Times and days in the visitor's time zone. */
import type { Day } from '@notegraph/block-text'
import { counted } from '@notegraph/service'
import { html, type Html } from '../html.ts'

const STYLES = {
  time: { timeStyle: 'short' },
  date: { dateStyle: 'medium' },
  both: { dateStyle: 'medium', timeStyle: 'short' },
  title: { dateStyle: 'full' },
  month: { month: 'long', year: 'numeric' },
} as const

const formats = new Map<string, Intl.DateTimeFormat>()

/** The first use of a format creates it, because that takes far longer than a use. */
function formatOf(zone: string, style: keyof typeof STYLES): Intl.DateTimeFormat {
  const key = `${zone} ${style}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { ...STYLES[style], timeZone: zone })
    formats.set(key, format)
  }
  return format
}

/** `20 Nov 2026, 14:05` @param at in milliseconds since 1970 */
export const timeAt = (at: number, zone: string): Html =>
  html`<time datetime="${new Date(at).toISOString()}">${formatOf(zone, 'both').format(at)}</time>`

/** `20 Nov 2026` */
export const dateAt = (at: number, zone: string): Html =>
  html`<time datetime="${new Date(at).toISOString()}">${formatOf(zone, 'date').format(at)}</time>`

/** `14:05` */
export const clockAt = (at: number, zone: string): Html =>
  html`<time datetime="${new Date(at).toISOString()}">${formatOf(zone, 'time').format(at)}</time>`

/** `Friday, 20 November 2026` */
export const dayTitle = (day: Day): string => formatOf('UTC', 'title').format(startOf(day))

/** `November 2026` @param day any day of the month */
export const monthTitle = (day: Day): string => formatOf('UTC', 'month').format(startOf(day))

const startOf = (day: Day): number =>
  Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100)

/** `20 Nov 2026` as words. */
export const dayWords = (at: number, zone: string): string => formatOf(zone, 'date').format(at)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `just now`, `5 minutes ago`, `1 hour ago`, `3 days ago`; a date after a week. */
export function agoAt(at: number, now: number, zone: string): Html {
  const ago = Math.max(0, now - at)
  if (ago >= 7 * DAY) return dateAt(at, zone)
  return html`<time datetime="${new Date(at).toISOString()}" title="${formatOf(zone, 'both').format(at)}"
    >${agoWords(ago)}</time
  >`
}

/** The same for the last use of a token or a device. */
export const lastUse = (at: number | undefined, now: number, zone: string): Html =>
  at === undefined ? html`<span class="muted">never</span>` : agoAt(at, now, zone)

function agoWords(ago: number): string {
  if (ago < 2 * MINUTE) return 'just now'
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} minutes ago`
  const [unit, length] = ago < DAY ? (['hour', HOUR] as const) : (['day', DAY] as const)
  return `${counted(Math.floor(ago / length), unit)} ago`
}
