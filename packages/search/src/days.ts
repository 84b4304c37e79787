/** The days of a block: written in its text, linked, or the days of its creation and last edit. */
import { readDay, type BlockText, type Day } from '@notegraph/block-text'
import type { SettledBetween } from '@notegraph/query'
import type { SearchBlock } from './notes.ts'

/** The deadline of a block, else the scheduled day, else the earliest linked day. @see decisions 5.6 */
export function dueOf({ deadline, scheduled, refs }: BlockText): Day | undefined {
  if (deadline !== undefined || scheduled !== undefined) return deadline ?? scheduled
  let earliest: Day | undefined
  for (const name of refs) {
    const day = readDay(name)
    if (day !== undefined && (earliest === undefined || day < earliest)) earliest = day
  }
  return earliest
}

const DAYS = {
  scheduled: ({ scheduled }: BlockText) => scheduled,
  deadline: ({ deadline }: BlockText) => deadline,
  due: dueOf,
} as const
const TIMES = { created: 'createdAt', updated: 'updatedAt' } as const

/** Whether the day, or the time, of a block is in the range. */
export function isBetween({ field, first, last }: SettledBetween): (block: SearchBlock) => boolean {
  if (field === 'created' || field === 'updated') {
    const time = TIMES[field]
    return ({ record }) => record[time] >= first && record[time] <= last
  }
  const dayOf = DAYS[field]
  return ({ parsed }) => {
    const day = dayOf(parsed)
    return day !== undefined && day >= first && day <= last
  }
}
