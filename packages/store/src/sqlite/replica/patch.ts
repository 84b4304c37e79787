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
  /** From the edition of files that the replica has. */
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
 * Checks that patches bring a replica to a state of the truth. A replica that lacks records before the floor cannot know
 * which of its records were deleted there.
 * @returns whether the replica repeats the same graph, and can reach the state
 * @example
 * if (!canReach(replica, truth)) throw new StaleReplica()
 */
export const canReach = (replica: ReplicaState, { epoch, head, floor }: TruthState): boolean =>
  replica.epoch === epoch &&
  replica.head <= head &&
  !isAfter(replica.floor, floor) &&
  (!isAfter(floor, replica.floor) || !isAfter(floor, replica.position))

/**
 * Checks that nothing of a state is missing in a replica.
 * @returns whether the replica has reached the state, or a later one of the same graph
 * @example
 * if (!hasReached(port.state(), truth)) port.apply(patch)
 */
export const hasReached = (replica: ReplicaState | undefined, truth: TruthState): boolean =>
  replica !== undefined &&
  replica.isWhole &&
  replica.epoch === truth.epoch &&
  replica.head >= truth.head &&
  replica.fileEdition >= truth.fileEdition &&
  !isAfter(truth.floor, replica.floor) &&
  // Only a rising floor keeps another tombstone. The one that was kept is deleted later.
  (isAfter(replica.floor, truth.floor) || replica.keptN === undefined || replica.keptN === truth.keptN)

const isAfter = (a: FeedPosition, b: FeedPosition): boolean => a.seq > b.seq || (a.seq === b.seq && a.n > b.n)
