/** The day of this browser. */
import type { Day } from '@notegraph/block-text'
import { dayAt } from '@notegraph/graph'

export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const today = (): Day => dayAt(Date.now(), zone())

/** The minute of the day. */
export function minuteNow(): number {
  const now = new Date()
  return now.getHours() * 60 + now.getMinutes()
}
