/** The times of a record: its own, else those of its file. A time in the future becomes now. */
export interface RecordTimes {
  /** Milliseconds since 1970. */
  readonly createdAt?: number
  readonly updatedAt?: number
}

/** @param modifiedAt when the file last changed */
export function timesOf(
  said: RecordTimes,
  modifiedAt: number,
  now: number,
): { createdAt: number; now: number } {
  const past = (time: number): number => Math.min(time, now)
  const file = past(modifiedAt)
  const created = said.createdAt === undefined ? undefined : past(said.createdAt)
  const updated = said.updatedAt === undefined ? undefined : past(said.updatedAt)
  return {
    createdAt: created ?? Math.min(file, updated ?? file),
    now: updated ?? Math.max(file, created ?? file),
  }
}
