/**
 * Time zones: IANA names, and the day that it is in one. Zone and time come from the caller; the machine's own zone
 * never matters.
 *
 * @see decisions 1.6
 */
import { makeDay, type Day } from '@notegraph/block-text'

/** Making a formatter costs far more than using one. The bound holds back a caller who tries every spelling. */
const KEPT = 500
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Whether the platform knows the zone by this name. Offsets such as `+02:00` are none. */
export function isZone(zone: string): boolean {
  return formatterOf(zone) !== undefined
}

/**
 * The day that it is in a zone.
 * @param now milliseconds since 1970
 * @throws RangeError for a name that is no zone, and for a time outside the years 1000 to 9999
 */
export function dayAt(now: number, zone: string): Day {
  const formatter = formatterOf(zone)
  if (!formatter) throw new RangeError(`not a time zone: ${zone}`)
  const part: { readonly [type: string]: string } = Object.fromEntries(
    formatter.formatToParts(now).map(({ type, value }) => [type, value]),
  )
  const day = makeDay(Number(part['year']), Number(part['month']), Number(part['day']))
  if (day === undefined || part['era'] !== 'AD') throw new RangeError(`not a time that has a day: ${now}`)
  return day
}

function formatterOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = formatters.get(zone)
  if (known) return known
  const made = /^[A-Za-z]/.test(zone) ? makeFormatter(zone) : undefined
  if (!made) return undefined
  if (formatters.size >= KEPT) formatters.clear()
  formatters.set(zone, made)
  return made
}

function makeFormatter(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    })
  } catch {
    return undefined
  }
}

/** No zone is, or ever was, further from UTC. */
const FURTHEST = 24 * 3_600_000

/**
 * When a day begins in a zone.
 * @returns milliseconds since 1970, at which `dayAt` turns to the day or a later one; where clocks go back over midnight
 *   and it turns twice, either
 * @throws RangeError for a name that is no zone
 */
export function startOfDay(day: Day, zone: string): number {
  const midnight = Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100)
  let before = midnight - FURTHEST
  let after = midnight + FURTHEST
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (dayOrEdge(middle, zone) >= day) after = middle
    else before = middle
  }
  return after
}

/** A time before the first or after the last day of the calendar counts as before or after all of its days. */
function dayOrEdge(now: number, zone: string): Day {
  try {
    return dayAt(now, zone)
  } catch (error) {
    if (formatterOf(zone) === undefined) throw error
    return now < 0 ? 0 : 100_000_000
  }
}
