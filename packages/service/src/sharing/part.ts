/** A long page is read in parts, each short enough to be built in memory. @see sharing 1, 3 */
import { LIMITS } from '@notegraph/contract'
import type { Window } from '@notegraph/store'

/** The bytes of blocks in one part of a page. */
const PART_BYTES = 500_000

/**
 * The part of a page from a block on.
 * @example
 * partAt(0).offset // 0
 */
export const partAt = (offset: number): Window => ({ limit: LIMITS.webBlocks, offset, bytes: PART_BYTES })
