/**
 * Time zones: IANA names, and the current day in a zone. Callers pass the zone and the time; the machine's own zone
 * never matters.
 *
 * @see decisions 1.6
 */
import { makeDay, type Day } from '@notegraph/block-text'

/** Creating a formatter costs far more than using one. The limit bounds the memory if a caller tries every spelling. */
const KEPT = 500
const zones = new Map<string, KnownZone>()

interface KnownZone {
  readonly formatter: Intl.DateTimeFormat
  /** The last second that was asked for, and its day. All zones differ from UTC by whole seconds. */
  second: number
  day: Day
}

/**
 * Whether the platform knows the zone by this name. Offsets such as `+02:00` are not zones.
 *
 * @example
 * isZone('Europe/Berlin') // true
 * isZone('+02:00') // false
 */
export function isZone(zone: string): boolean {
  return zoneNamed(zone) !== undefined
}

/**
 * Returns the calendar day in a zone at a given time.
 *
 * @param now milliseconds since 1970
 * @throws RangeError for an unknown zone, and for a time outside the years 1000 to 9999
 * @example
 * dayAt(Date.UTC(2026, 10, 20, 23), 'Asia/Tokyo') // 20261121
 */
export function dayAt(now: number, zone: string): Day {
  const known = zoneNamed(zone)
  if (!known) throw new RangeError(`not a time zone: ${zone}`)
  const second = Math.floor(now / 1_000)
  if (known.second !== second) Object.assign(known, { day: readDay(now, known.formatter), second })
  return known.day
}

function readDay(now: number, formatter: Intl.DateTimeFormat): Day {
  const part: { readonly [type: string]: string } = Object.fromEntries(
    formatter.formatToParts(now).map(({ type, value }) => [type, value]),
  )
  const day = makeDay(Number(part['year']), Number(part['month']), Number(part['day']))
  if (day === undefined || part['era'] !== 'AD') throw new RangeError(`not a time that has a day: ${now}`)
  return day
}

function zoneNamed(zone: string): KnownZone | undefined {
  const known = zones.get(zone)
  if (known) return known
  const formatter = /^[A-Za-z]/.test(zone) ? makeFormatter(zone) : undefined
  if (!formatter) return undefined
  const made: KnownZone = { formatter, second: NaN, day: 0 }
  if (zones.size >= KEPT) zones.clear()
  zones.set(zone, made)
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

/** No zone was ever further from UTC than this. */
const FURTHEST = 24 * 3_600_000

/**
 * Returns the time at which a day begins in a zone.
 *
 * @returns milliseconds since 1970, when `dayAt` first returns this day or a later one; if clocks go back over
 * midnight, either of the two times
 * @throws RangeError for an unknown zone
 * @example
 * startOfDay(20261120, 'Asia/Tokyo') // Date.UTC(2026, 10, 19, 15)
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

/** Times before the first or after the last day of the calendar sort before or after all days. */
function dayOrEdge(now: number, zone: string): Day {
  try {
    return dayAt(now, zone)
  } catch (error) {
    if (zoneNamed(zone) === undefined) throw error
    return now < 0 ? 0 : 100_000_000
  }
}
