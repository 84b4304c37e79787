/** Decisions of a replica that rehearsed nothing, for tests of what PostgreSQL does with them. */
import type { Database } from '../src/database/database.ts'
import type { CommitStep } from '../src/graphs/commit-steps.ts'
import type { Decide, Decision } from '../src/graphs/commit.ts'
import { NO_SUMS } from '../src/graphs/graph-row.ts'
import { recordsAfter, type RecordRow, type StoredRow } from '../src/graphs/records.ts'

export const decision = (
  steps: readonly Partial<CommitStep>[],
  more: Partial<Decision> = {},
): Promise<Decision> =>
  Promise.resolve({
    steps: steps.map(({ records = [], files = [] }) => ({ records, files })),
    grown: NO_SUMS,
    usedFiles: [],
    isFull: false,
    ...more,
  })

/** Decides on these steps, whatever the graph holds. */
export const deciding =
  (steps: readonly Partial<CommitStep>[], more: Partial<Decision> = {}): Decide =>
  async () =>
    decision(steps, more)

/** Adds a record for each text, numbered after the last there is. */
export const adding =
  (...docs: string[]): Decide =>
  async ({ head }) =>
    decision([{ records: docs.map((doc, i) => ({ id: doc, n: head * 10 + i + 1, deleted: false, doc })) }], {
      answer: `answer ${docs.join()}`,
    })

export const record = (id: string, n: number, more: Partial<RecordRow> = {}): RecordRow => ({
  id,
  n,
  deleted: false,
  doc: id,
  ...more,
})

/** All records of an account, in the order of the feed. */
export async function allRecords(db: Database, accountId = 'ada'): Promise<StoredRow[]> {
  const all: StoredRow[] = []
  for (;;) {
    const from = all.at(-1) ?? { seq: 0, n: 0 }
    const { records, more } = await recordsAfter(db, accountId, from, { records: 1_000, bytes: 1e9 })
    all.push(...records)
    if (!more) return all
  }
}
