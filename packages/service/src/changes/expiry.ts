/** The time for which a change is listed. @see decisions 8.4 */
import { LIMITS } from '@notegraph/contract'

const DAY = 86_400_000

/** Changes before this time have expired. @returns milliseconds since 1970 */
export const listedSince = (now: number): number => now - LIMITS.changeDays * DAY
