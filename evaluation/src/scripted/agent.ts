/**
 * An agent with a plan for each task, which follows the answers of the tools. It shows that the tools can solve every
 * task, and the cost without detours. Like other agents it is only a client, and imports nothing of the project.
 */
import type { Assignment } from '../agent.ts'
import { EDITS } from './edits.ts'
import { LOOKUPS } from './lookups.ts'
import { ORDERING } from './ordering.ts'
import { READS } from './reads.ts'
import { openTools } from './tools.ts'
import { WRITES } from './writes.ts'

const PLANS = { ...READS, ...WRITES, ...LOOKUPS, ...EDITS, ...ORDERING }

export async function scripted({ ask, taskId, url, token }: Omit<Assignment, 'signal'>): Promise<string> {
  const plan = PLANS[taskId]
  if (!plan) throw new Error(`there is no plan for ${taskId}`)
  const tools = await openTools(url, token)
  try {
    return await plan(tools, ask)
  } finally {
    await tools.close()
  }
}
