/** The dependencies of the tools for assistants: the same write path and rates as the API. */
import type { Deps as AssistantDeps } from '@notegraph/mcp-server'
import { openPageStream } from '@notegraph/service'
import type { Deps } from './http/context.ts'
import { faultOf } from './http/log.ts'

/**
 * Builds the dependencies. The log names each call, without arguments or note text.
 *
 * @example
 * ```ts
 * const handler = toolsHandler(assistantDeps(deps))
 * ```
 */
export function assistantDeps({
  store,
  clock,
  reader,
  changes,
  writes,
  writeRates,
  log,
  metrics,
  live,
}: Pick<
  Deps,
  'store' | 'clock' | 'reader' | 'changes' | 'writes' | 'writeRates' | 'log' | 'metrics' | 'live'
>): AssistantDeps {
  return {
    reader,
    writes,
    changes,
    writeRates,
    clock,
    listen: (caller, listener) => openPageStream(live, store, caller, listener),
    onCall: ({ failure, ...called }) => {
      if (failure !== undefined) log.error({ ...called, fault: faultOf(failure) }, 'a tool failed')
      log.info(called, 'tool')
      metrics?.toolCalled(called)
    },
  }
}
