/**
 * The API from outside: flows in Arazzo, run by a program that knows only them and the documents of the server.
 *
 * @module-tag process
 * @module-tag both-stores
 */
import { expect, test } from 'vitest'
import type { FlowInputs } from './flows/respect.ts'
import { expectSuccess, FLOW_ENV, FLOW_FILES, runServedFlows } from './flows/served-flows.ts'
import { useServed } from './served.ts'

const it = useServed(FLOW_ENV)

/** Milliseconds for every flow of a file on a busy machine. */
const PATIENCE = { timeout: 300_000 }

test.each(FLOW_FILES)(
  '[14] every step of %s succeeds, and each answer matches the document',
  PATIENCE,
  async (file) => {
    expectSuccess(file, await runServedFlows(file, it))
  },
)

type Edits = Pick<FlowInputs, 'edit' | 'editDocument'>

test.each<[string, Edits]>([
  ['a wrong expectation', { edit: (text) => text.replace("scope == 'write'", "scope == 'read'") }],
  [
    'an answer that the document does not allow',
    { editDocument: (text) => text.replaceAll('"enum":["read","write"]', '"enum":["all"]') },
  ],
])('[14] %s fails', PATIENCE, async (_, edits) => {
  const { exit, steps } = await runServedFlows('app.arazzo.yaml', it, { workflow: 'tokens', ...edits })
  expect(exit).not.toBe(0)
  expect(steps[0]).toEqual({ name: 'tokens create', status: 'error' })
})
