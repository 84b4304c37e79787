import { expect, test } from 'vitest'
import { storageLevel } from './storage-level.ts'

const GB = 2 ** 30
const MB = 2 ** 20

test.each([
  [0, 10 * GB, undefined],
  [8 * GB - 1, 10 * GB, undefined],
  [8 * GB, 10 * GB, 80],
  [10 * GB - 16 * MB, 10 * GB, 80],
  [10 * GB - 16 * MB + 1, 10 * GB, 100], // the largest push may be refused
  [99 * MB, 100 * MB, 80],
  [99 * MB + 1, 100 * MB, 100],
  [10_000 - 512, 10_000, 80],
  [10_000 - 511, 10_000, 100], // hardly a block fits
  [0, 100, undefined], // an account without a graph
  [0, 0, 100],
])('[V4] %d of %d bytes are level %j', (used, quota, level) => expect(storageLevel(used, quota)).toBe(level))
