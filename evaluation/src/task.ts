/** A task is a request in plain words and a check of its outcome. */
import type { NotesClient } from '@notegraph/client'
import type { Change } from '@notegraph/contract'
import { answerFaults, type JudgedAnswer } from './answer-rules.ts'
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
  'long pages',
  'outlines',
  'fields',
  'odd types',
  'dates',
  'repeaters',
  'links',
  'values',
  'nested hits',
  'authors and times',
  'batches',
  'lists of names',
  'moves',
  'renames',
  'deletes',
] as const
export type Topic = (typeof TOPICS)[number]

/** The state after an agent has answered. */
export interface After extends JudgedAnswer {
  readonly days: Days
  /** Reads the current notes over the API. */
  readonly notes: NotesClient
  /** The agent's changes, in order. */
  readonly changes: readonly Change[]
}

export interface Task {
  readonly id: string
  readonly topic: Topic
  /** The request in a person's words. */
  ask(days: Days): string
  /** Whether the agent's token has the right to move, rename and delete. */
  readonly organizes?: true
  /** The pages that the agent may write on; absent if the task only reads. */
  readonly mayWriteOn?: (days: Days) => readonly string[]
  /** @returns the faults, one line each; empty if the task is solved */
  check(after: After): Promise<readonly string[]> | readonly string[]
}

/** The faults after a task: of the answer as such, every write that the task did not ask for, and of its own check. */
export async function judge(task: Task, after: After): Promise<readonly string[]> {
  const allowed = task.mayWriteOn?.(after.days) ?? []
  const strayed = after.changes.filter(({ page }) => !allowed.includes(page))
  return [
    ...answerFaults(after),
    ...strayed.map(({ summary }) => `not asked for: ${summary}`),
    ...(await task.check(after)),
  ]
}
