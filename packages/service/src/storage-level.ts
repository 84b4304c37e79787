/** How full the storage of an account is. @see events 4 */

/** With more free storage than this, in bytes, no write of words can reach the limit. */
export const AMPLE_ROOM: number = 16 * 1_048_576
/** With less free storage than this, in bytes, hardly a block fits. */
const SCARCE_ROOM = 512

/**
 * The level that the storage has reached. It is full once a write of words can be refused, since the last bytes are rarely
 * used up. That is the last hundredth, or the last 16 MB if that is less. The history gives way to writes, so it does not count.
 *
 * @param used bytes of records and files
 * @returns undefined below all levels
 * @example
 * storageLevel(85, 100) // 80
 */
export function storageLevel(used: number, quota: number): 80 | 100 | undefined {
  const room = Math.max(SCARCE_ROOM, Math.min(AMPLE_ROOM, quota / 100))
  if (used >= quota || (used >= quota * 0.8 && quota - used < room)) return 100
  return used >= quota * 0.8 ? 80 : undefined
}
