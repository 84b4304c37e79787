import type { StoreUsage } from '@notegraph/store'

type Figures = Required<Pick<StoreUsage, 'catchUps' | 'caughtUpCommits' | 'lockWaits' | 'lockWaitSeconds'>>

/** Counts the work that replicas cause, since the start of the process. */
export class ReplicaFigures {
  #catchUps = 0
  #caughtUpCommits = 0
  #lockWaits = 0
  #lockWaitSeconds = 0

  /** A replica is brought up to date. @param lag the commits that it lacks; all of them for a new replica */
  caughtUp(lag: number): void {
    this.#catchUps++
    this.#caughtUpCommits += Math.max(0, lag)
  }

  /** A commit holds the lock of its account. @param milliseconds since it asked for a connection */
  locked(milliseconds: number): void {
    this.#lockWaits++
    this.#lockWaitSeconds += milliseconds / 1_000
  }

  read(): Figures {
    return {
      catchUps: this.#catchUps,
      caughtUpCommits: this.#caughtUpCommits,
      lockWaits: this.#lockWaits,
      lockWaitSeconds: this.#lockWaitSeconds,
    }
  }
}
