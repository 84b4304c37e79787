/** The days of a block: written in it, linked, or the days on which it was made and changed. */
import { addDays, readDay, type BlockText, type Day } from '@notegraph/block-text'
import { startOfDay } from '@notegraph/graph'
import { resolveRange, type BetweenQuery } from '@notegraph/query'
import type { NoteBlock } from './notes.ts'
import type { Asked } from './search.ts'

/** The deadline of a block, else the scheduled day, else the earliest day that it links. @see decisions 5.6 */
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

/** Whether the day of a block in the field is between the two of the query, both included. */
export function isBetween(query: BetweenQuery, { today, zone }: Asked): (block: NoteBlock) => boolean {
  const [first, last] = resolveRange(query, today)
  if (query.field === 'created' || query.field === 'updated') {
    const time = TIMES[query.field]
    const after = addDays(last, 1)
    const start = startOfDay(first, zone)
    const end = after === undefined ? Infinity : startOfDay(after, zone)
    return ({ record }) => record[time] >= start && record[time] < end
  }
  const dayOf = DAYS[query.field]
  return ({ parsed }) => {
    const day = dayOf(parsed)
    return day !== undefined && day >= first && day <= last
  }
}
