/** What the tools for assistants stand on: the same write path and rates as the API's. */
import type { Deps as AssistantDeps } from '@notegraph/mcp-server'
import { notesReader } from '@notegraph/service'
import type { Deps } from './http/context.ts'
import { faultOf } from './http/log.ts'

/** Their calls are logged by name, without an argument or a word of a note. */
export function assistantDeps({
  store,
  clock,
  writes,
  writeRates,
  log,
}: Pick<Deps, 'store' | 'clock' | 'writes' | 'writeRates' | 'log'>): AssistantDeps {
  return {
    reader: notesReader(store, clock),
    writes,
    writeRates,
    clock,
    onCall: ({ failure, ...called }) => {
      if (failure !== undefined) log.error({ ...called, fault: faultOf(failure) }, 'a tool failed')
      log.info(called, 'tool')
    },
  }
}
