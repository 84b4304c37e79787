/** Writes the file of a graph that another store had, apart from the folder's graphs, and puts it in place when whole. */
import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { moveInto } from '../../disk/durable.ts'
import { PRIVATE_FOLDER } from '../../disk/private.ts'
import type { FeedState } from '../../graph/feed.ts'
import type {
  SourceAnswer,
  SourceChange,
  SourceCommit,
  SourceDay,
  SourceFile,
  SourceKept,
} from '../../graph/graph-source.ts'
import type { HistoryBounds, Snapshot } from '../../graph/history.ts'
import { idAsFileName } from '../../file-name.ts'
import { fileHomes } from '../accounts/file-homes.ts'
import { openDatabase } from '../database/database.ts'
import { bringToLayout } from '../graph/check.ts'
import { ACCOUNTS, graphFile } from '../graph/graph-files.ts'
import { removeGraphFile } from '../graph/graph-folder.ts'
import { patchWriter } from '../replica/apply.ts'
import type { ReplicaPatch } from '../replica/patch.ts'
import { ACCOUNTS_SCHEMA } from '../schema/accounts/index.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { commitMakers } from '../write/commit-makers.ts'
import { authorOf, settleStates } from '../write/kept-states.ts'

const ARRIVING = 'arriving'
/** Rows of `meta` that only replicas have. */
const OF_REPLICAS = ['patches', 'whole', 'kept_n', 'file_edition']

/** The file of a graph that arrives. Pieces come in the order of the methods, oldest first. */
export interface GraphWriter {
  /** The path of the file until it is in place. */
  readonly path: string
  apply(patch: ReplicaPatch): void
  /** Notes the unused files among files that were applied. */
  unused(files: readonly Pick<SourceFile, 'id' | 'unusedSince'>[]): void
  changes(changes: readonly SourceChange[]): void
  answers(answers: readonly SourceAnswer[]): void
  days(days: readonly SourceDay[]): void
  kept(states: readonly SourceKept[]): void
  authors(commits: readonly SourceCommit[]): void
  snapshots(snapshots: readonly Snapshot[]): void
  /** Ends the writes. Nobody sees the file yet. */
  finish(state: FeedState, history: HistoryBounds): void
  /** Puts the file in place of any other graph of the account, and notes whose its files are. */
  install(): Promise<void>
  /** Deletes the file, unless it is in place. */
  discard(): void
}

/**
 * Begins a graph file.
 * @param folder the folder of the embedded store
 * @param origin the service's own origin; its file addresses are shown as file names
 * @throws if the disk is full, or the file cannot be written
 * @example
 * const writer = writeGraph('data', 'ada')
 */
export function writeGraph(folder: string, accountId: string, origin?: string): GraphWriter {
  const path = join(folder, ARRIVING, `${idAsFileName(accountId)}.sqlite`)
  mkdirSync(join(folder, ARRIVING), { recursive: true, mode: PRIVATE_FOLDER })
  removeGraphFile(path)
  const db = openDatabase(path, GRAPH_SCHEMA)
  db.pragma('synchronous = OFF') // the whole file is synced before it is put in place
  bringToLayout(db, origin)
  const apply = patchWriter(db, origin)
  const addUnused = db.prepare<[string, number]>('INSERT INTO file_unused VALUES (?, ?)')
  const addChange = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO change (id, at, open, token, token_id, action, summary, page, page_id, block_id, touched, checksum, own, kept_at, seen_at)
     VALUES (@id, @at, @open, @token, @tokenId, @action, @summary, @page, @pageId, @blockId, @touched, @checksum, @own, @keptAt, @seenAt)`,
  )
  const addAnswer = db.prepare<[SourceAnswer]>(
    'INSERT INTO kept (key, request, answer, at) VALUES (@key, @request, @answer, @at)',
  )
  const addDay = db.prepare<[SourceDay]>('INSERT INTO feed_noted VALUES (@at, @seq)')
  const addKept = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO kept_state (id, page, since, seq, until, began, at, ended, deleted, kind, who, name, doc)
     VALUES (@id, @page, @since, @seq, @until, @began, @at, @ended, @deleted, @kind, @who, @name, @doc)`,
  )
  const makers = commitMakers(db)
  const addSnapshot = db.prepare<[Record<string, unknown>]>(
    'INSERT INTO snapshot VALUES (@id, @name, @seq, @at)',
  )
  const setMeta = db.prepare<[string, number]>('INSERT OR REPLACE INTO meta VALUES (?, ?)')
  const dropMeta = db.prepare<[string]>('DELETE FROM meta WHERE key = ?')
  const each =
    <T>(write: (row: T) => unknown) =>
    (rows: readonly T[]): void =>
      db
        .transaction(() => {
          for (const row of rows) write(row)
        })
        .immediate()

  return {
    path,
    apply,
    unused: each(({ id, unusedSince }) => unusedSince !== undefined && addUnused.run(id, unusedSince)),
    changes: each(
      ({
        state,
        own,
        keptAt = null,
        seenAt = null,
        tokenId = null,
        blockId = null,
        checksum = null,
        ...rest
      }) => {
        const numbers = { open: state === 'open' ? 1 : 0, own: own === true ? 1 : 0, keptAt, seenAt }
        addChange.run({ ...rest, tokenId, blockId, checksum, ...numbers })
      },
    ),
    answers: each((answer) => addAnswer.run(answer)),
    days: each((day) => addDay.run(day)),
    kept: each(({ deleted, kind = null, who = null, name = null, ...rest }) =>
      addKept.run({ ...rest, kind, who, name, deleted: deleted ? 1 : 0 }),
    ),
    authors: each(({ seq, at, ...author }) => makers.noteAuthor(seq, { at, ...authorOf(author).by! })),
    snapshots: each(({ name = null, ...rest }) => addSnapshot.run({ ...rest, name })),
    finish({ epoch, head, floor }, history) {
      settleStates(db)
      each(([key, value]: [string, number]) => setMeta.run(key, value))([
        ['epoch', epoch],
        ['seq', head],
        ['floor', floor.seq],
        ['floor_n', floor.n],
        ['history_floor', history.floor],
        ['history_gap', history.gap],
      ])
      for (const key of OF_REPLICAS) dropMeta.run(key)
      db.pragma('wal_checkpoint(TRUNCATE)')
      db.close()
    },
    async install() {
      const handle = await open(path, 'r+')
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
      const target = graphFile(folder, accountId)
      removeGraphFile(target)
      const accounts = openDatabase(join(folder, ACCOUNTS), ACCOUNTS_SCHEMA)
      try {
        const homes = fileHomes(accounts)
        homes.forget(accountId)
        const graph = openDatabase(path, GRAPH_SCHEMA)
        const ids = graph.prepare<[], string>('SELECT id FROM file').pluck().all()
        graph.close()
        homes.add(accountId, ids)
      } finally {
        accounts.close()
      }
      await moveInto(path, target)
    },
    discard() {
      if (db.open) db.close()
      removeGraphFile(path)
    },
  }
}
