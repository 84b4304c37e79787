/** The steps of a commit: each has records and files, and takes a number of its own unless it is empty. */
import type { Authorship, NewFile } from '@notegraph/store'
import type { ReplacedRecord } from '@notegraph/store/sqlite'
import type { Replaced } from './kept-states.ts'
import type { RecordRow, StoredRow } from './records.ts'

/** Records and files that take one number. */
export interface CommitStep {
  readonly records: readonly RecordRow[]
  readonly files: readonly NewFile[]
  /** The author. The commit keeps the states that it replaces. */
  readonly by?: Authorship
  /** The records that it replaces. */
  readonly replaced?: readonly ReplacedRecord[]
}

/** A step that is not empty, with its number. */
export interface NumberedStep extends CommitStep {
  readonly seq: number
}

/** Numbers the steps. @param head the number before the first */
export const numberSteps = (steps: readonly CommitStep[], head: number): NumberedStep[] =>
  steps
    .filter(({ records, files }) => records.length > 0 || files.length > 0)
    .map((step, i) => ({ ...step, seq: head + i + 1 }))

export const recordsOf = (steps: readonly NumberedStep[]): StoredRow[] =>
  steps.flatMap(({ records, seq }) => records.map((record) => ({ ...record, seq })))

/** Returns the authors by the numbers of their steps. */
export const authorsOf = (steps: readonly NumberedStep[]): ReadonlyMap<number, Authorship> =>
  new Map(steps.flatMap(({ by, seq }) => (by ? [[seq, by] as const] : [])))

/** Returns the records whose states are kept. PostgreSQL knows the first state alone of a record that is replaced twice. */
export function replacedBy(steps: readonly NumberedStep[]): Replaced[] {
  const all = new Map<string, Replaced>()
  for (const { by, seq, replaced = [] } of steps)
    if (by)
      for (const one of replaced) all.set(one.id, { ...(all.get(one.id) ?? one), until: seq, ended: by.at })
  return [...all.values()]
}

/** Returns the number of the last step that replaces records and names no author. */
export const lastWithoutAuthor = (steps: readonly NumberedStep[]): number | undefined =>
  steps.findLast(({ by, replaced = [] }) => !by && replaced.length > 0)?.seq
