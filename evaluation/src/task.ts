/** What a task is: a request in plain words, and a check of what came of it. */
import type { NotesClient } from '@notegraph/client'
import type { Change } from '@notegraph/contract'
import type { Days } from './days.ts'

export const TOPICS = [
  'reading',
  'finding',
  'references',
  'journal',
  'tasks',
  'types',
  'adding',
  'rewriting',
  'properties',
  'several steps',
  'undoing',
  'refusing',
  'ambiguity',
  'trust',
] as const
export type Topic = (typeof TOPICS)[number]

/** What is there once an agent has answered. */
export interface After {
  /** As facts look through it: see `plain`. */
  readonly answer: string
  readonly days: Days
  /** Reads the notes as they now are, over the API. */
  readonly notes: NotesClient
  /** What the agent wrote, in the order in which it did. */
  readonly changes: readonly Change[]
}

export interface Task {
  readonly id: string
  readonly topic: Topic
  /** What a person asks. */
  ask(days: Days): string
  /** Names of the pages that may be written on; none where it only reads. */
  readonly mayWriteOn?: (days: Days) => readonly string[]
  /** @returns what is not as it should be, a line each; none where the task is solved */
  check(after: After): Promise<readonly string[]> | readonly string[]
}

/** What is not as it should be after a task: its own check, and that nothing was written that nobody asked for. */
export async function judge(task: Task, after: After): Promise<readonly string[]> {
  const allowed = task.mayWriteOn?.(after.days) ?? []
  const strayed = after.changes.filter(({ page }) => !allowed.includes(page))
  return [...strayed.map(({ summary }) => `not asked for: ${summary}`), ...(await task.check(after))]
}
