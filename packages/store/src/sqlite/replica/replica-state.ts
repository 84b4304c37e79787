/** The state of a replica, in the table `meta` of its file. */
import type { FeedPosition } from '../../graph/feed.ts'
import type { Db } from '../database/database.ts'
import { feedRows } from '../feed/feed-rows.ts'
import type { ReplicaState, TruthState } from './patch.ts'

/** After the last record of a commit. */
const END = Number.MAX_SAFE_INTEGER
const START: FeedPosition = { seq: 0, n: 0 }

export interface ReplicaStates {
  /** @returns undefined for a new file, which repeats no graph yet */
  read(): ReplicaState | undefined
  /** Each is called in the transaction of a patch: at first, the state that the replica will repeat. */
  begin(state: TruthState): void
  /** @param head the number of the commit whose records are all there; undefined between two states */
  reached(head: number | undefined): void
  /** Notes the tombstones that the truth keeps, after the others were deleted. */
  trimmed(state: Pick<TruthState, 'floor' | 'keptN'>): void
}

export function replicaStates(db: Db): ReplicaStates {
  const all = db.prepare<[], readonly [key: string, value: number]>('SELECT key, value FROM meta').raw()
  const set = db.prepare<[string, number]>(
    'INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const raise = db.prepare<[number]>("UPDATE meta SET value = max(value, ?) WHERE key = 'seq'")
  const countPatch = db.prepare("UPDATE meta SET value = value + 1 WHERE key = 'patches'")
  const removeKept = db.prepare("DELETE FROM meta WHERE key = 'kept_n'")
  const rows = feedRows(db)

  function trimmed({ floor, keptN }: Pick<TruthState, 'floor' | 'keptN'>): void {
    set.run('floor', floor.seq)
    set.run('floor_n', floor.n)
    if (keptN === undefined) removeKept.run()
    else set.run('kept_n', keptN)
  }

  return {
    read() {
      const values = new Map(all.all())
      const of = (key: string) => values.get(key) ?? 0
      if (!values.has('patches')) return undefined
      const isWhole = of('whole') === 1
      const head = of('seq')
      return {
        epoch: of('epoch'),
        head,
        floor: { seq: of('floor'), n: of('floor_n') },
        ...(values.has('kept_n') && { keptN: of('kept_n') }),
        fileEdition: of('file_edition'),
        isWhole,
        position: isWhole ? { seq: head, n: END } : (rows.last() ?? START),
      }
    },
    begin({ epoch, fileEdition, ...state }) {
      set.run('patches', 0)
      set.run('epoch', epoch)
      set.run('file_edition', fileEdition)
      trimmed(state)
    },
    reached(head) {
      countPatch.run()
      set.run('whole', head === undefined ? 0 : 1)
      if (head !== undefined) raise.run(head)
    },
    trimmed,
  }
}
