/**
 * A replica is a graph file that repeats what another store keeps. That store, the truth, numbers the commits and the
 * records. A patch brings a replica closer to the truth. A replica may be deleted at any time.
 */
import type { FeedPosition, FeedState } from '../../graph/feed.ts'
import type { NewFile } from '../../graph/files.ts'

/** A record as the truth stores it, also a tombstone. */
export interface TruthRecord {
  readonly id: string
  /** The number of the record in its graph, the same in every replica. */
  readonly n: number
  /** The number of the commit that last wrote it. */
  readonly seq: number
  readonly deleted: boolean
  /** The record as JSON text. */
  readonly doc: string
}

/** A file as the truth stores it. */
export interface TruthFile extends NewFile {
  /** Whether an import brought it. The path may be unknown. */
  readonly imported: boolean
}

/** A commit that a device pushed. */
export interface PushCommit {
  readonly seq: number
  readonly device: string
}

/** The state of the truth that a replica repeats. */
export interface TruthState extends FeedState {
  /** The number of a tombstone up to the floor that the truth still has. */
  readonly keptN?: number
  /** Counts the changes of files that are no commit, such as the removal of unused ones. */
  readonly fileEdition: number
}

/** The next part of what a replica lacks, from one snapshot of the truth. */
export interface ReplicaPatch {
  /** The state of the truth in that snapshot. */
  readonly state: TruthState
  /** In the order of the feed, each in its newest version. */
  readonly records: readonly TruthRecord[]
  readonly files: readonly TruthFile[]
  readonly pushes: readonly PushCommit[]
  /** Whether the replica needs further patches to reach the state. */
  readonly more: boolean
}

/** How far a replica is. */
export interface ReplicaState extends TruthState {
  /** False while the replica is between two states. Nobody may read it then. */
  readonly isWhole: boolean
  /** The records after this position are missing. */
  readonly position: FeedPosition
}

/** The replica repeats an earlier graph, or is damaged. Delete it and create a new one from the truth. */
export class StaleReplica extends Error {
  override readonly name = 'StaleReplica'
}

/**
 * Checks that a replica repeats the same graph as a state of the truth.
 * @returns whether the replica can reach the state by patches, unless it is ahead of it
 * @example
 * if (!isAlong(replica, truth)) throw new StaleReplica()
 */
export const isAlong = (replica: TruthState, truth: TruthState): boolean =>
  replica.epoch === truth.epoch &&
  replica.fileEdition === truth.fileEdition &&
  replica.keptN === truth.keptN &&
  replica.floor.seq === truth.floor.seq &&
  replica.floor.n === truth.floor.n
