/** The outbox of a graph: what each commit wrote, for webhooks. The row of the graph says whether commits are noted. */
import {
  WrittenPages,
  type OutboxEntry,
  type OutboxStore,
  type Writer as CommitWriter,
  type WrittenPage,
  type WrittenRecord,
} from '@notegraph/store'
import type { Database, Writer } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'
import type { NumberedStep } from './commit-steps.ts'
import { lockGraph, readGraph } from './graph-row.ts'

const add = (rows: string): string => `INSERT INTO outbox (account_id, by, seq, pages) ${rows}`
const ADD = ofAccount(
  add('SELECT $1, $2, seq, pages FROM unnest($3::bigint[], $4::text[]) AS added (seq, pages)'),
)
/** Only imports have several commits. PostgreSQL plans arrays for as long as it writes the row. */
const ADD_ONE = ofAccount(add('VALUES ($1, $2, $3, $4)'))
const SET = ofAccount('UPDATE graph SET outbox = $2 WHERE account_id = $1')
const AFTER = ofAccount(
  'SELECT seq, by, pages FROM outbox WHERE account_id = $1 AND seq > $2 ORDER BY seq LIMIT $3',
)
const DROP = ofAccount('DELETE FROM outbox WHERE account_id = $1 AND seq <= $2')

/** Returns the pages of each step, by its number. */
export const pagesWritten = (steps: readonly NumberedStep[]): ReadonlyMap<number, readonly WrittenPage[]> =>
  new Map(steps.filter(({ records }) => records.length > 0).map((step) => [step.seq, pagesOf(step)]))

function pagesOf({ records, replaced = [] }: NumberedStep): WrittenPage[] {
  const earlier = new Map(replaced.map((one) => [one.id, one]))
  const pages = new WrittenPages()
  for (const { id, doc } of records) pages.add(JSON.parse(doc) as WrittenRecord, earlier.get(id))
  return pages.list()
}

export async function addToOutbox(
  writer: Writer,
  accountId: string,
  by: CommitWriter,
  commits: ReadonlyMap<number, readonly WrittenPage[]>,
): Promise<void> {
  const made = Array.from(commits, ([seq, pages]) => [seq, JSON.stringify(pages)] as const)
  const [one] = made
  if (!one) return
  const same = [accountId, JSON.stringify(by)] as const
  if (made.length === 1) return void (await writer.write(ADD_ONE, [...same, ...one]))
  await writer.write(ADD, [...same, made.map(([seq]) => seq), made.map(([, pages]) => pages)])
}

interface Row {
  readonly seq: number
  readonly by: string
  readonly pages: string
}

const toEntry = ({ seq, by, pages }: Row): OutboxEntry => ({
  seq,
  by: JSON.parse(by) as CommitWriter,
  pages: JSON.parse(pages) as WrittenPage[],
})

export const outboxStore = (db: Database, accountId: string): OutboxStore => ({
  open: async () =>
    db.transaction(async (session) => {
      const { epoch, head, outbox } = await lockGraph(session, accountId)
      if (!outbox) await session.write(SET, [accountId, true])
      return { epoch, head }
    }),
  close: async () =>
    db.transaction(async (session) => {
      if (!(await readGraph(session, accountId))) return
      await session.write(SET, [accountId, false])
      await session.write(DROP, [accountId, Number.MAX_SAFE_INTEGER])
    }),
  read: async (after, most) =>
    db.snapshot(async (session) => {
      const [graph, rows] = await Promise.all([
        readGraph(session, accountId),
        session.all<Row>(AFTER, [accountId, after, most]),
      ])
      const { epoch, head, outbox } = graph ?? { epoch: 0, head: 0, outbox: false }
      return { epoch, head, isOpen: outbox, entries: rows.map(toEntry) }
    }),
  drop: async (seq) => void (await db.write(DROP, [accountId, seq])),
})
