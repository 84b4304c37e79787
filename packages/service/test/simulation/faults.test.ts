/** [sync] The planted faults fit the code: a comment or a name that changes must change in their lists too. */
import { expect, test } from 'vitest'
import { planted } from '../planted-faults.ts'
import { FAULTS } from './faults.ts'

test.each(FAULTS)('[sync $rule] its file contains the text of fault $id once', (fault) => {
  expect(planted(fault)).toContain(fault.replace)
})
