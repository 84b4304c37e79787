/**
 * Each planted fault fails the test that its list names.
 *
 * @module-tag process
 * @module-tag postgres
 */
import { namedTest } from '@notegraph/service/planted-faults'
import { expect, test } from 'vitest'
import { LISTED_FAULTS } from './lists.ts'

const PATIENCE = 1_800_000
/** A file that does not load fails as well, and runs no test. */
const FAILED = /^ +Tests +[1-9]\d* failed/m

test.concurrent.each(LISTED_FAULTS)('$file: $why ($id)', { timeout: PATIENCE }, async (fault) => {
  expect((await namedTest(fault.test, fault)).output).toMatch(FAILED)
})
