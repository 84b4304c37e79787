/**
 * Copies a whole graph from PostgreSQL into a file of the embedded store, as a replica is made. Its records can be copied
 * while others write to it. For the rest the graph must be closed, so that it stays the same until the comparison. The file
 * is put in place last.
 */
import type {
  GraphSource,
  Snapshot,
  SourceAnswer,
  SourceChange,
  SourceCommit,
  SourceDay,
  SourceFile,
  SourceKept,
} from '@notegraph/store'
import { openGraphSource, type GraphWriter } from '@notegraph/store/sqlite'
import type { Database, Value } from '../database/database.ts'
import { ofAccount, type Statement } from '../database/statement.ts'
import { compareGraph, compareRecords } from '../graphs/compare.ts'
import { STATE } from '../graphs/change-reads.ts'
import { withOwnTexts } from '../graphs/change-texts.ts'
import type { GraphRow } from '../graphs/graph-row.ts'
import { readHistoryBounds } from '../graphs/history-reads.ts'
import { readPiece, START, type PieceBounds } from '../graphs/pieces.ts'
import { storageUsage } from '../graphs/storage-use.ts'

const PIECE: PieceBounds = { records: 2_000, bytes: 4_000_000, files: 2_000, pushes: 2_000 }
/** Rows with long texts. */
const ROWS = 200

const UNUSED = ofAccount(
  `SELECT id, unused_since AS "unusedSince" FROM file
   WHERE account_id = $1 AND id > $2 AND unused_since IS NOT NULL ORDER BY id LIMIT $3`,
)
const CHANGES = ofAccount(
  `SELECT n, id, at, token, token_id AS "tokenId", action, summary, page, page_id AS "pageId", block_id AS "blockId", touched,
     checksum, nullif(own, false) AS own, ${STATE}
   FROM change WHERE account_id = $1 AND n > $2 ORDER BY n LIMIT $3`,
)
const ANSWERS = ofAccount(
  'SELECT n, key, request, answer, at FROM idempotency_record WHERE account_id = $1 AND n > $2 ORDER BY n LIMIT $3',
)
const DAYS = ofAccount('SELECT at, seq FROM feed_day WHERE account_id = $1 AND at > $2 ORDER BY at LIMIT $3')

const KEPT = ofAccount(
  `SELECT h AS n, id, page, since, seq, until, began, at, ended, deleted, kind, who, name, doc
   FROM kept_state WHERE account_id = $1 AND h > $2 ORDER BY h LIMIT $3`,
)
const AUTHORS = ofAccount(
  'SELECT seq, at, kind, who, name FROM commit_author WHERE account_id = $1 AND seq > $2 ORDER BY seq LIMIT $3',
)
const SNAPSHOTS = ofAccount(
  'SELECT id, name, seq, at FROM snapshot WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT $3',
)

/** @see downloadGraph */
export type DownloadResult =
  | { readonly ok: true; readonly head: number; readonly epoch: number; readonly records: number }
  /** The rows that are not the same in both. */
  | { readonly ok: false; readonly problems: readonly string[] }

/** A graph that is being copied. */
export interface Download {
  /**
   * Copies and compares the records while others write to the graph.
   * @returns the differences in words, apart from later writes
   */
  ahead(): Promise<readonly string[]>
  /**
   * Copies what is missing, and compares. The caller puts the file in place. It has a greater epoch, so devices sync by the
   * reset rule.
   * @throws StaleReplica if somebody replaced the graph or changed its files since `ahead`; a new download succeeds
   */
  finish(): Promise<DownloadResult>
}

/**
 * Begin to copy a graph.
 * @param writer discarded by the caller after a failure
 * @param now milliseconds since 1970
 * @param copied called after each piece with the number of records so far
 */
export function downloadGraph(
  db: Database,
  accountId: string,
  writer: GraphWriter,
  now: number,
  copied: (records: number) => void = () => {},
): Download {
  let cursor = START
  let records = 0
  /** The records up to this commit are the same in both. */
  let compared = -1

  /** Copies up to the head of the graph. */
  async function copyPieces(): Promise<GraphRow> {
    for (;;) {
      const piece = await readPiece(db, accountId, cursor, PIECE)
      writer.apply({
        state: piece.graph,
        records: piece.records,
        files: piece.files,
        pushes: piece.pushes,
        more: piece.more,
      })
      records += piece.records.length
      copied(records)
      cursor = piece.cursor
      if (!piece.more) return piece.graph
    }
  }

  return {
    async ahead() {
      const { head } = await copyPieces()
      const { problems } = await withCopy(writer, async (copy) =>
        compareRecords(db, accountId, copy.records(), head),
      )
      compared = head
      return problems
    },
    async finish() {
      const { head, floor, epoch } = await copyPieces()
      await rest(db, accountId, writer)
      const raised = Math.max(epoch + 1, now)
      writer.finish({ epoch: raised, head, floor }, await readHistoryBounds(db, accountId))
      return withCopy(writer, async (copy) => {
        const problems = await compareCopy(db, accountId, copy, compared)
        if (problems.length > 0) return { ok: false, problems }
        return { ok: true, head, epoch: raised, records: (await copy.state()).records }
      })
    },
  }
}

async function compareCopy(
  db: Database,
  accountId: string,
  copy: GraphSource,
  compared: number,
): Promise<readonly string[]> {
  const { problems } = await compareRecords(db, accountId, copy.records(compared))
  const { pages, blocks, shapes } = await storageUsage(db, accountId)
  const bytes = { page: pages.bytes, block: blocks.bytes, shape: shapes.bytes }
  return compareGraph(db, accountId, copy, { problems, bytes })
}

async function rest(db: Database, accountId: string, writer: GraphWriter): Promise<void> {
  type Numbered<T> = Omit<T, 'n'> & { readonly n: number }
  const parts = <T extends object>(statement: Statement, first: Value, keyOf: (row: T) => Value) =>
    pieces<T>(db, statement, accountId, first, keyOf)
  for await (const rows of parts<Required<Pick<SourceFile, 'id' | 'unusedSince'>>>(
    UNUSED,
    '',
    ({ id }) => id,
  ))
    writer.unused(rows)
  for await (const rows of parts<Numbered<SourceChange>>(CHANGES, 0, ({ n }) => n))
    writer.changes(rows.map((row) => withOwnTexts(unnumbered(row))))
  for await (const rows of parts<Numbered<SourceAnswer>>(ANSWERS, 0, ({ n }) => n))
    writer.answers(rows.map(unnumbered))
  for await (const rows of parts<SourceDay>(DAYS, -1, ({ at }) => at)) writer.days(rows)
  for await (const rows of parts<Numbered<SourceKept>>(KEPT, 0, ({ n }) => n))
    writer.kept(rows.map(unnumbered))
  for await (const rows of parts<SourceCommit>(AUTHORS, -1, ({ seq }) => seq)) writer.authors(rows)
  for await (const rows of parts<Snapshot>(SNAPSHOTS, '', ({ id }) => id)) writer.snapshots(rows)
}

function unnumbered<T extends { readonly n: number }>(row: T): Omit<T, 'n'> {
  const { n, ...rest } = row
  void n
  return rest
}

async function* pieces<T>(
  db: Database,
  statement: Statement,
  accountId: string,
  first: Value,
  keyOf: (row: T) => Value,
): AsyncGenerator<T[]> {
  for (let key = first; ;) {
    const rows = await db.all<T>(statement, [accountId, key, ROWS])
    if (rows.length === 0) return
    yield rows
    key = keyOf(rows.at(-1)!)
  }
}

async function withCopy<T>({ path }: GraphWriter, work: (copy: GraphSource) => Promise<T>): Promise<T> {
  const copy = openGraphSource(path)
  try {
    return await work(copy)
  } finally {
    copy.close()
  }
}
