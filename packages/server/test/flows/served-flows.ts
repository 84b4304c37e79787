/** The flows of this folder on a server of the tests, with what they need. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { parse } from 'yaml'
import type { ServedSession } from '../served.ts'
import { openReceiver } from '../webhook-receiver.ts'
import { runFlows, type FlowInputs, type Run } from './respect.ts'

interface Flows {
  readonly workflows: readonly {
    readonly workflowId: string
    readonly steps: readonly { stepId: string }[]
  }[]
}

export const FLOW_FILES = ['notes.arazzo.yaml', 'app.arazzo.yaml']

/** The settings that the flows need: any port of this machine may receive webhooks. */
export const FLOW_ENV = { NOTEGRAPH_WEBHOOK_HOSTS: '127.0.0.1' }

/** Every step of a file, in order. */
function stepsIn(file: string): string[] {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
  const { workflows } = parse(text) as Flows
  return workflows.flatMap(({ workflowId, steps }) => steps.map(({ stepId }) => `${workflowId} ${stepId}`))
}

async function exported({ served, session }: ServedSession): Promise<Uint8Array> {
  const headers = { Authorization: `Bearer ${session}` }
  const answer = await fetch(`${served.baseUrl}/api/v1/settings/export`, { headers })
  return answer.bytes()
}

export async function runServedFlows(
  file: string,
  it: ServedSession,
  edits: Partial<FlowInputs> = {},
): Promise<Run> {
  const { url } = await openReceiver()
  const inputs = { token: it.served.token!, session: it.session, receiver: url }
  const files = { 'graph.zip': await exported(it) }
  return runFlows(file, { server: it.served.baseUrl, inputs, files, ...edits })
}

/** Fails unless every step of the file succeeded, in order. */
export function expectSuccess(file: string, { exit, steps, said }: Run): void {
  expect(exit === 0 ? 'success' : said).toBe('success')
  // A step that waits for something is listed at each attempt.
  const succeeded = steps.filter(({ status }) => status === 'success').map(({ name }) => name)
  expect(succeeded).toEqual(stepsIn(file))
}
