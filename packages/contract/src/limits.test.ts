import { propertyKey } from '@notegraph/page-types'
import { expect, test } from 'vitest'
import { LIMITS } from './index.ts'

test('[limits] the longest key is the longest that the page types take', () => {
  expect(propertyKey('k'.repeat(LIMITS.propertyKey)).ok).toBe(true)
  expect(propertyKey('k'.repeat(LIMITS.propertyKey + 1)).ok).toBe(false)
})

test.each([
  ['requestsPerAddress', 120],
  ['writesPerToken', 30],
  ['writesPerAddress', 45],
  ['bodyBytes', 64 * 1024],
  ['blockText', 20_000],
  ['pageName', 200],
  ['propertyKey', 64],
  ['propertyValue', 2_000],
  ['pageProperties', 65_536],
  ['newPageProperties', 30],
  ['newPageBlocks', 100],
  ['setProperties', 30],
  ['revertibleChanges', 500],
  ['changesAtOnce', 100],
  ['changeDays', 30],
  ['historyDays', 30],
  ['namedSnapshots', 50],
  ['listMost', 1_000],
  ['searchDefault', 200],
  ['tasksDefault', 100],
  ['queryCharacters', 1_000],
  ['queryWords', 24],
  ['queryParts', 26],
  ['storageBytes', 10 * 1024 ** 3],
  ['graceDays', 30],
  ['mcpAnswer', 100_000],
] as const)('[limits] %s is %d', (name, value) => expect(LIMITS[name]).toBe(value))
