/** The title of a page of a site: its name, or the day of a journal in the language of the site. */
import { journalDay } from '@notegraph/graph'
import type { Site } from '@notegraph/store'

type DayStyle = 'full' | 'long' | 'medium'

/** The language of a site, in its rule. */
export interface Titled {
  readonly rule: Pick<Site['rule'], 'lang'>
}

/**
 * @example
 * titleOf(site, { id: 'journal-20261120', name: '2026_11_20' }) // 'Friday, 20 November 2026'
 */
export function titleOf(
  { rule }: Titled,
  { id, name }: { readonly id: string; readonly name: string },
  style: DayStyle = 'full',
): string {
  const day = journalDay(id)
  return day === undefined ? name : dayWords({ rule }, day, style)
}

/**
 * A day in the language of the site.
 * @example
 * dayWords(site, 20261120, 'long') // '20 November 2026'
 */
export function dayWords({ rule }: Titled, day: number, style: DayStyle): string {
  const date = Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100)
  return formatIn(rule.lang ?? 'en-GB', style).format(date)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The formats of this many languages are kept. */
const MOST_FORMATS = 100

function formatIn(lang: string, dateStyle: DayStyle): Intl.DateTimeFormat {
  const known = formats.get(`${lang} ${dateStyle}`)
  if (known) return known
  const format = new Intl.DateTimeFormat(lang, { dateStyle, timeZone: 'UTC' })
  if (formats.size >= MOST_FORMATS) formats.clear()
  formats.set(`${lang} ${dateStyle}`, format)
  return format
}
