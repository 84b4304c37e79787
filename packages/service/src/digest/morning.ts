/** The hour of the digest in a time zone, also on days on which clocks change. @see events 3 */
import { addDays, type Day } from '@notegraph/block-text'
import { dayAt, startOfDay } from '@notegraph/graph'

/** A day, and the time at which its digest is due, in milliseconds since 1970. */
export interface Morning {
  readonly day: Day
  readonly at: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Offsets of zones are multiples of this. */
const STEP = 15 * MINUTE
/** No clock has changed by more on one day, except where a day was left out. */
const WIDEST = 3 * HOUR

/**
 * The morning of a day. If clocks skip the hour, it is the time after the gap; if the hour comes twice, the first.
 *
 * @param hour 0 to 23
 * @example
 * ```ts
 * morningOf(20261120, 7, 'Asia/Tokyo') // at: Date.UTC(2026, 10, 19, 22)
 * ```
 */
export function morningOf(day: Day, hour: number, zone: string): Morning {
  const hourAt = hourReader(zone)
  const start = startOfDay(day, zone)
  const guess = start + hour * HOUR
  const isReached = (at: number): boolean => dayAt(at, zone) > day || hourAt(at) >= hour
  let at = Math.max(start, guess - WIDEST)
  while (at < guess + WIDEST && !isReached(at)) at += STEP
  return { day, at }
}

/** The latest morning that is not after `now`. */
export function latestMorning(hour: number, zone: string, now: number): Morning {
  const today = dayAt(now, zone)
  const morning = morningOf(today, hour, zone)
  return morning.at <= now ? morning : morningOf(addDays(today, -1)!, hour, zone)
}

/** The first morning after `now`, on a day after `done`. */
export function nextMorning(hour: number, zone: string, now: number, done: Day = 0): Morning {
  let day = Math.max(dayAt(now, zone), done === 0 ? 0 : addDays(done, 1)!)
  let morning = morningOf(day, hour, zone)
  while (morning.at <= now) {
    day = addDays(day, 1)!
    morning = morningOf(day, hour, zone)
  }
  return morning
}

function hourReader(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-u-nu-latn', { timeZone, hour: 'numeric', hourCycle: 'h23' })
  return (at) => Number(format.format(at))
}
