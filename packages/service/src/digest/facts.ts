/** Gathers the facts of an account that its digest reports. @see events 3 */
import { addDays, parseBlock, visibleLine, type Day } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import { dayAt } from '@notegraph/graph'
import { lineWords } from '@notegraph/render'
import type { Account, FoundBlock, Store } from '@notegraph/store'
import { BROWSER } from '../access.ts'
import { storageLevel } from '../storage-level.ts'
import { planState } from '../storage.ts'
import { listedSince } from '../write/commit.ts'

/** A task that is due. */
export interface DueTask {
  readonly words: string
  readonly page: string
  /** Its deadline, or else its scheduled day; absent if it only links to a day. */
  readonly due?: Day
}

/** The first of some things, and how many there are. */
export interface Some<T> {
  readonly total: number
  readonly first: readonly T[]
}

/** Everything that a digest can report. */
export interface DigestFacts {
  readonly day: Day
  readonly overdue: Some<DueTask>
  readonly today: Some<DueTask>
  /** Blocks with conflicting versions. */
  readonly conflicts: number
  /** Changes of programs and assistants since the last digest, newest first. */
  readonly changes: Some<{ readonly summary: string; readonly by: string }>
  /** The plan has ended, and reading ends at this time. */
  readonly planEnds?: { readonly readsUntil: number; readonly daysLeft: number }
  /** Storage has reached this part of its limit. */
  readonly storage?: { readonly percent: number; readonly used: number; readonly quota: number }
}

/** The time, the zone, and the time until which changes were reported. */
export interface DigestMoment {
  readonly now: number
  readonly zone: string
  readonly reportedUntil: number
}

export async function digestFacts(
  store: Store,
  account: Account,
  { now, zone, reportedUntil }: DigestMoment,
): Promise<DigestFacts> {
  const day = dayAt(now, zone)
  const plan = planState(account, now)
  const planEnds = plan.state === 'grace' && { readsUntil: plan.readsUntil!, daysLeft: plan.daysLeft! }
  const facts = { day, ...(planEnds && { planEnds }) }
  const none = { total: 0, first: [] }
  if (!(await store.hasGraph(account.id)))
    return { ...facts, overdue: none, today: none, conflicts: 0, changes: none }
  const { search, feed, changes, storage } = store.graph(account.id)
  const window = { limit: LIMITS.digestTasks, offset: 0, bytes: LIMITS.answerBytes }
  const since = Math.max(reportedUntil + 1, listedSince(now))
  const [overdue, today, conflicts, made, used] = await Promise.all([
    search.listTasks({ status: 'open', dueBy: addDays(day, -1)! }, window),
    search.listTasks({ status: 'open', dueFrom: day, dueBy: day }, window),
    feed.listConflicts({ limit: 0, offset: 0 }),
    changes.list({ since, notTokenId: BROWSER }, { limit: LIMITS.digestChanges, offset: 0 }),
    storage.bytes(),
  ])
  const percent = storageLevel(used, account.quota)
  return {
    ...facts,
    overdue: tasksOf(overdue),
    today: tasksOf(today),
    conflicts: conflicts.total,
    changes: {
      total: made.total,
      first: made.changes.map(({ summary, token }) => ({ summary, by: token })),
    },
    ...(percent !== undefined && { storage: { percent, used, quota: account.quota } }),
  }
}

const tasksOf = ({
  blocks,
  total,
}: {
  readonly blocks: readonly FoundBlock[]
  readonly total: number
}): Some<DueTask> => ({ total, first: blocks.map(taskOf) })

/** The words of a task are its first line, with the words of referenced blocks. */
function taskOf({ content, text, pageName }: FoundBlock): DueTask {
  const { deadline, scheduled } = parseBlock(content)
  const due = deadline ?? scheduled
  return {
    words: shortened(lineWords(visibleLine(parseBlock(text ?? content)).text)),
    page: shortened(pageName),
    ...(due !== undefined && { due }),
  }
}

/** A line of a digest has a bounded length. */
const shortened = (text: string): string => {
  const letters = Array.from(text)
  return letters.length <= LIMITS.digestLine ? text : `${letters.slice(0, LIMITS.digestLine - 1).join('')}…`
}
