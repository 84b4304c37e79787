/** Old states, changes or kept answers that a commit drops in one step. Steps are small, because others wait for a commit. */
export const DROPPED_AT_ONCE = 20
