/** The environment of an engine: time, randomness, ids, and events that should trigger a sync. */
/** Functions that an engine calls. */
export interface Environment {
  /** Milliseconds since 1970. */
  now(): number
  /**
   * Runs a function after a number of milliseconds.
   *
   * @returns a function that cancels the call
   */
  later(ms: number, run: () => void): () => void
  /** Returns a number, at least 0 and less than 1. */
  random(): number
  /** Returns a new random UUID. */
  newId(): string
  /** The IANA name of the device's time zone. Absent: UTC. */
  zone?(): string
  /** Reports an error that a listener of the app threw. Absent: the error is ignored. */
  report?(error: unknown): void
  /**
   * Calls `run` when the network is back, the user returns to the app, or the app is hidden. Absent if the platform has no such events.
   *
   * @returns a function that removes the listener
   */
  onWake?(run: () => void): () => void
}
