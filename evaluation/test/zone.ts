/** A zone in which the day is far from its ends, so that no test runs over midnight. */
export function zoneAtNoon(now: number): string {
  const hour = new Date(now).getUTCHours()
  // Signs of these zones are the other way round: Etc/GMT-3 is three hours ahead.
  return `Etc/GMT${hour > 12 ? '+' : '-'}${Math.abs(12 - hour)}`
}
