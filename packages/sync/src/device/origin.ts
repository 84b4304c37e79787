/** Authors of commits. */
/** The author of a commit on this device. */
export interface Origin {
  readonly by: 'app' | 'server' | 'engine'
  /** The window that made the edit; absent for the program of the engine. */
  readonly window?: string
}

/** The author of records that came from the server. */
export const SERVER: Origin = { by: 'server' }
