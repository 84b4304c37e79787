/** What a device lends to its engine: time, chance, ids, and word of when it is worth asking the server. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs something after so many milliseconds. @returns what takes it back */
  later(ms: number, run: () => void): () => void
  /** From 0 to below 1. */
  random(): number
  /** A new random UUID. */
  newId(): string
  /**
   * Calls `run` whenever the network comes back or somebody looks at the app. Left out where nothing says so.
   * @returns what takes it back
   */
  onWake?(run: () => void): () => void
}
