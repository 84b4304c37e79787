/** The graph of an account as every process sees it. PostgreSQL holds the truth, and a replica answers. */
import type { GraphStore } from '@notegraph/store'
import { graphWithin } from '@notegraph/store/sqlite'
import { noteSweep } from '../accounts/account-sql.ts'
import { changeProblems } from '../graphs/change-problems.ts'
import { changeStore } from '../graphs/change-reads.ts'
import { raiseEpoch } from '../graphs/graph-row.ts'
import { historyStore } from '../graphs/history-reads.ts'
import { outboxStore } from '../graphs/outbox.ts'
import { storageUsage } from '../graphs/storage-use.ts'
import { collectTombstones } from '../graphs/tombstones.ts'
import { replicaProblems, sumProblems } from './checks.ts'
import { replicatedCommits } from './commits.ts'
import { replicatedFiles } from './replicated-files.ts'
import { replicaAccess, type ReplicatedGraphs } from './replica-access.ts'

/**
 * The graph of one account. A call fails once the account has another graph than the first call found, because the caller
 * decided on the earlier one.
 */
export function replicatedGraph(graphs: ReplicatedGraphs, accountId: string): GraphStore {
  const access = replicaAccess(graphs, accountId)
  const { db, replicas, stateNow, onTables, onTablesAfter, read } = access
  const reads = graphWithin(read)
  const changes = changeStore(db, accountId)
  const outbox = outboxStore(db, accountId)
  const usage = async () => storageUsage(db, accountId)
  const history = historyStore(db, accountId)
  return {
    ...reads,
    commits: replicatedCommits(access),
    changes: {
      list: async (...query) => onTables(async () => changes.list(...query)),
      listWithItems: async (...query) => onTables(async () => changes.listWithItems(...query)),
      find: async (id) => onTables(async () => changes.find(id)),
      countOpen: async (since) => onTables(async () => changes.countOpen(since)),
      keep: async (...given) => onTablesAfter(async () => changes.keep(...given)),
      see: async (...given) => onTablesAfter(async () => changes.see(...given)),
    },
    history: {
      listByPage: async (...query) => onTables(async () => history.listByPage(...query)),
      listByRecords: async (...query) => onTables(async () => history.listByRecords(...query)),
      pageAt: async (...query) => onTables(async () => history.pageAt(...query)),
      recordAt: async (...query) => onTables(async () => history.recordAt(...query)),
      recordsAt: async (...query) => onTables(async () => history.recordsAt(...query)),
      listAt: async (...query) => onTables(async () => history.listAt(...query)),
      isComplete: async (seq) => onTables(async () => history.isComplete(seq)),
      authorships: async (seqs) => onTables(async () => history.authorships(seqs)),
      lastAuthorship: async (...query) => onTables(async () => history.lastAuthorship(...query)),
      numberAt: async (time) => onTables(async () => history.numberAt(time)),
      snapshots: async () => onTables(async () => history.snapshots()),
      oldest: async () => onTables(async () => history.oldest()),
      addSnapshot: async (...given) => onTablesAfter(async () => history.addSnapshot(...given)),
      hold: async (given) => onTablesAfter(async () => history.hold(given)),
      release: async (id) => onTablesAfter(async () => history.release(id)),
      removeSnapshot: async (id) => onTablesAfter(async () => history.removeSnapshot(id)),
      forget: async (what) => onTablesAfter(async () => history.forget(what)),
      expire: async (before) => onTablesAfter(async () => history.expire(before)),
    },
    files: { ...reads.files, ...replicatedFiles(access) },
    feed: {
      ...reads.feed,
      state: async () => {
        const { epoch, head, floor } = await stateNow()
        return { epoch, head, floor }
      },
      collectTombstones: async (now, keptFor) =>
        onTablesAfter(async () => collectTombstones(db, accountId, now, keptFor)),
      raiseEpoch: async (now) => onTablesAfter(async () => raiseEpoch(db, accountId, now)),
    },
    outbox: {
      open: async () => onTables(async () => outbox.open()),
      close: async () => outbox.close(),
      read: async (...query) => onTables(async () => outbox.read(...query)),
      drop: async (seq) => outbox.drop(seq),
    },
    storage: {
      bytes: async () => {
        const { pages, blocks, shapes, files } = await onTables(usage)
        return pages.bytes + blocks.bytes + shapes.bytes + files.bytes
      },
      usage: async () => onTables(usage),
    },
    maintenance: {
      check: async () => [
        // Before the read, which would replace a damaged replica.
        ...(await replicaProblems(access)),
        ...(await read(async (graph) => graph.maintenance.check())),
        ...(await sumProblems(access)),
        ...(await changeProblems(db, accountId)),
      ],
      // The replica holds nothing that the truth does not.
      rebuild: async () => {
        await replicas.remove(accountId)
        await noteSweep(db, accountId)
      },
    },
  }
}
