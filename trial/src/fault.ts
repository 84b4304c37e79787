/** A fault of the trial: what it does to a server under load, and how often it did so. */
import type { Load } from './load.ts'
import type { Site } from './site.ts'
import type { StoreKind } from './stores.ts'

export interface Trial {
  readonly site: Site
  /** Mixed writes to the server, which go on until the fault stops them. */
  readonly load: Load
  /** Reports a broken promise. */
  readonly broken: (words: string) => void
}

export interface Fault {
  readonly name: string
  /** Describes the injection in the report. */
  readonly injects: string
  readonly stores: readonly StoreKind[]
  /** Programs of the system, by the Debian package that has them. */
  readonly needs?: readonly string[]
  /**
   * Injects the fault. The server may be stopped at the end.
   * @returns how often the fault fired
   */
  run(trial: Trial): Promise<number>
}
