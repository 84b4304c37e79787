/** One step of the schema. A released migration never changes. */
export interface Migration {
  readonly sql: string
  /**
   * The schema that a process must know at least to work after this step, by its number. Left out, every older process
   * goes on: the step only adds.
   */
  readonly needs?: number
}
