/**
 * Each planted fault fails the test that its list names.
 *
 * @module-tag process
 * @module-tag postgres
 */
import { runNamed } from '@notegraph/service/planted-faults'
import { expect, test } from 'vitest'
import { LISTED_FAULTS } from './lists.ts'

const PATIENCE = 1_800_000

const endOf = runNamed(LISTED_FAULTS)

test.each(LISTED_FAULTS)('$file: $why ($id)', { timeout: PATIENCE }, async ({ id }) => {
  expect(await endOf(id)).toMatch(/^[1-9]\d* failed/)
})
