/** The tests that find planted faults run in the ring that the lists say. */
import { expect, test } from 'vitest'
import { LISTED_FAULTS } from '../packages/server/test/planted/lists.ts'
import { PROJECT, type NamedTest } from '../packages/service/test/planted-faults.ts'
import { ringOf, testFiles, type Ring } from './test-rings.ts'

const files = new Map(testFiles(PROJECT).map((file) => [file.path, file]))

function ringOfTest({ file, project }: NamedTest): Ring | undefined {
  const found = files.get(file)!
  if (project === undefined) return ringOf(found)
  return found.tags.includes('both-stores') ? 'second' : undefined
}

test.each(LISTED_FAULTS)('the test of fault $id is in the $ring ring', (fault) => {
  expect(ringOfTest(fault.test)).toBe(fault.ring)
})
