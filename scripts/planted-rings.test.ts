/** The tests that find planted faults run in the ring that the lists say. */
import { expect, test } from 'vitest'
import { LISTED_FAULTS } from '../packages/server/test/planted/lists.ts'
import { PROJECT, type NamedTest } from '../packages/service/test/planted-faults.ts'
import { ringOf, testFiles, type Ring } from './test-rings.ts'

const tagsOf = new Map(testFiles(PROJECT).map(({ path, tags }) => [path, tags]))

function ringOfTest({ file, project }: NamedTest): Ring | undefined {
  const tags = tagsOf.get(file) ?? []
  if (project === undefined) return ringOf(tags)
  return tags.includes('both-stores') ? 'second' : undefined
}

test.each(LISTED_FAULTS)('the test of fault $id is in the $ring ring', (fault) => {
  expect(ringOfTest(fault.test)).toBe(fault.ring)
})
