/** Days in tasks, as distances from the day on which the notes were created. */
import { addDays, isoDay, type Day } from '@notegraph/block-text'
import { weekdayOf } from './weekday.ts'

export interface Days {
  readonly today: Day
  on(distance: number): Day
  /** Formats as `YYYY-MM-DD`. */
  iso(distance: number): string
  /** Formats as `Friday`. */
  weekday(distance: number): string
}

export function daysFrom(today: Day): Days {
  const on = (distance: number): Day => {
    const day = addDays(today, distance)
    if (day === undefined) throw new Error(`there is no day ${distance} from ${isoDay(today)}`)
    return day
  }
  const iso = (distance: number) => isoDay(on(distance))
  return { today, on, iso, weekday: (distance) => weekdayOf(iso(distance)) }
}
