/** The outbox of a graph: what each commit wrote, for webhooks. The row of the graph says whether commits are noted. */
import {
  WrittenPages,
  type OutboxEntry,
  type OutboxStore,
  type Writer as CommitWriter,
  type WrittenPage,
  type WrittenRecord,
} from '@notegraph/store'
import type { Database, Session, Writer } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'
import { lockGraph, readGraph } from './graph-row.ts'
import type { StoredRow } from './records.ts'

const DOCS = ofAccount('SELECT id, doc FROM record WHERE account_id = $1 AND id = ANY ($2)')
const ADD = ofAccount(
  `INSERT INTO outbox (account_id, seq, by, pages)
   SELECT $1, seq, $2, pages FROM unnest($3::bigint[], $4::text[]) AS added (seq, pages)`,
)
const SET = ofAccount('UPDATE graph SET outbox = $2 WHERE account_id = $1')
const AFTER = ofAccount(
  'SELECT seq, by, pages FROM outbox WHERE account_id = $1 AND seq > $2 ORDER BY seq LIMIT $3',
)
const DROP = ofAccount('DELETE FROM outbox WHERE account_id = $1 AND seq <= $2')

/**
 * In a transaction that has locked the graph, before its records are put: reads them as they were.
 * @returns the pages of each commit, by its number
 */
export async function pagesWritten(
  session: Session,
  accountId: string,
  records: readonly StoredRow[],
): Promise<ReadonlyMap<number, readonly WrittenPage[]>> {
  type Doc = { readonly id: string; readonly doc: string }
  const rows = await session.all<Doc>(DOCS, [accountId, records.map(({ id }) => id)])
  const earlier = new Map(rows.map(({ id, doc }) => [id, toRecord(doc)]))
  const commits = new Map<number, WrittenPages>()
  for (const { id, seq, doc } of records) {
    const commit = commits.get(seq) ?? new WrittenPages()
    commits.set(seq, commit)
    const record = toRecord(doc)
    commit.add(record, earlier.get(id))
    earlier.set(id, record)
  }
  return new Map(Array.from(commits, ([seq, pages]) => [seq, pages.list()]))
}

const toRecord = (doc: string): WrittenRecord => JSON.parse(doc) as WrittenRecord

export const addToOutbox = async (
  writer: Writer,
  accountId: string,
  by: CommitWriter,
  commits: ReadonlyMap<number, readonly WrittenPage[]>,
): Promise<void> =>
  void (await writer.write(ADD, [
    accountId,
    JSON.stringify(by),
    [...commits.keys()],
    Array.from(commits.values(), (pages) => JSON.stringify(pages)),
  ]))

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
