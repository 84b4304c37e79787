/** A time zone in which it is about noon, so that no test runs over midnight. */
export function zoneAtNoon(now: number): string {
  const hour = new Date(now).getUTCHours()
  // The signs of these zones are reversed: Etc/GMT-3 is three hours ahead.
  return `Etc/GMT${hour > 12 ? '+' : '-'}${Math.abs(12 - hour)}`
}
