/**
 * An agent with a plan for each task, which goes by what the tools answer. It shows that every task can be done with
 * them, and what it costs to do so without a detour. Like any other it is a client and no more: it loads nothing of the
 * project.
 */
import type { Assignment } from '../agent.ts'
import { READS } from './reads.ts'
import { openTools } from './tools.ts'
import { WRITES } from './writes.ts'

const PLANS = { ...READS, ...WRITES }

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
