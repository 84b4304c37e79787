/** The API from outside: flows in Arazzo, run by a program that knows only them and the documents of the server. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { runFlows, type FlowInputs } from './flows/respect.ts'
import { useServed } from './served.ts'
import { openReceiver } from './webhook-receiver.ts'

interface Flows {
  readonly workflows: readonly {
    readonly workflowId: string
    readonly steps: readonly { stepId: string }[]
  }[]
}

/** Any port of this machine may receive webhooks. */
const it = useServed({ NOTEGRAPH_WEBHOOK_HOSTS: '127.0.0.1' })

const FILES = ['notes.arazzo.yaml', 'app.arazzo.yaml']

/** Every step of a file, in order. */
function stepsIn(file: string): string[] {
  const text = readFileSync(join(import.meta.dirname, 'flows', file), 'utf8')
  const { workflows } = parse(text) as Flows
  return workflows.flatMap(({ workflowId, steps }) => steps.map(({ stepId }) => `${workflowId} ${stepId}`))
}

type Edits = Pick<FlowInputs, 'workflow' | 'edit' | 'editDocument'>

const run = async (file: string, edits: Edits = {}) => {
  const { url } = await openReceiver()
  const inputs = { token: it.served.token!, session: it.session, receiver: url }
  return runFlows(file, { server: it.served.baseUrl, inputs, ...edits })
}

test.each(FILES)('[14] every step of %s succeeds, and each answer matches the document', async (file) => {
  const { exit, steps, said } = await run(file)
  expect(exit === 0 ? 'success' : said).toBe('success')
  // A step that waits for something is listed at each attempt.
  const succeeded = steps.filter(({ status }) => status === 'success').map(({ name }) => name)
  expect(succeeded).toEqual(stepsIn(file))
})

test.each<[string, Edits]>([
  ['a wrong expectation', { edit: (text) => text.replace("scope == 'write'", "scope == 'read'") }],
  [
    'an answer that the document does not allow',
    { editDocument: (text) => text.replaceAll('"enum":["read","write"]', '"enum":["all"]') },
  ],
])('[14] %s fails', async (_, edits) => {
  const { exit, steps } = await run('app.arazzo.yaml', { workflow: 'tokens', ...edits })
  expect(exit).not.toBe(0)
  expect(steps[0]).toEqual({ name: 'tokens create', status: 'error' })
})
