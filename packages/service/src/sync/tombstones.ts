import { SYNC_LIMITS } from '@notegraph/sync'

/** Milliseconds for which tombstones are kept. @see sync, The server's rules 7 */
export const TOMBSTONES_KEPT: number = SYNC_LIMITS.tombstoneDays * 86_400_000
