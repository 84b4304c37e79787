/**
 * [sync] The first part of the seeds, and each seed that once failed. A seed that fails is added below, with a name.
 *
 * @module-tag process
 * @module-tag first-ring
 */
import { expect, test } from 'vitest'
import { FIRST_PART, PATIENCE, testSeeds } from './seeds.ts'
import { runSeed } from './simulate.ts'

testSeeds(0, FIRST_PART)

/** Seeds that once failed, by the fault that they found. */
const FOUND: readonly [what: string, seed: number][] = [
  ['what was recovered goes back, though the clock of the server was set back meanwhile', 10_863],
  ['what was recovered goes back, though the block above it comes later', 18_318],
  ['a push that comes again, of words in place of others that were decided against', 30_580],
  ['a push that comes again, by a clock that is ahead', 34_952],
  ['what was recovered twice goes back twice, by a clock that was set back', 86_007],
  ['a version that a restored server lacks brings a block back that was deleted without it', 97_751],
  ['text that the deleter of its block had not seen outlives a server that was restored', 165_140],
  ['words that came after a deletion here are offered to a server that lost them, without it', 149_244],
  ['the same text picked on two devices is one text, and its replacement has seen it', 183_445],
  ['the floor of the tombstones never goes back', 1_001_800],
  ['an answer that was long on its way does not bring back the time of an edit', 1_000_656],
  ['what was refused is tried again within the hour by a clock that was set back', 1_000_005],
  ['a block that two devices deleted stays deleted after a restore, though its words return', 2_000_632],
  ['two devices that move a block against each other while storage is full come to rest', 2_000_751],
  ['a page that two devices deleted opens again after the later deletion', 2_001_272],
  ['a block that comes again half a year after its deletion is deleted again', 2_003_140],
  ['a block that two devices recover at once to different pages returns to its page', 2_003_377],
  ['an event from before a restore asks for no second pull', 2_008_665],
  ['words that came to a block while its deletion waited outlive the undoing of the deletion', 2_251_466],
  ['a page that one push restores and deletes stays with words that the device has not seen', 2_400_489],
]

test.each(FOUND)('[sync] %s', { timeout: PATIENCE }, async (_, seed) => {
  expect(await runSeed(seed)).toEqual([])
})
