/** Maintenance by an operator. */

/** One error in a store, in words for an operator. */
export type Problem = string

/** Check and repair of one graph. */
export interface GraphMaintenance {
  /** Reads the whole graph: compares derived rows with records, looks for orphans and cycles, and checks the file. */
  check(): Promise<Problem[]>
  /** Derives all rows from the records again. */
  rebuild(): Promise<void>
}
