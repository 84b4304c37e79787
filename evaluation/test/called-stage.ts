import { openTools } from '../src/scripted/tools.ts'
import { openStage, type Stage } from '../src/stage.ts'
import type { Template } from '../src/template.ts'

/** A stage on which a tool was called, so that an answer can count. */
export async function openCalledStage(template: Template): Promise<Stage> {
  const stage = await openStage(template)
  const tools = await openTools(stage.url, stage.token)
  await tools.call('list_pages', { limit: 1 })
  await tools.close()
  return stage
}
