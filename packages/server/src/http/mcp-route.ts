/**
 * The route of the tools for assistants. Their library takes longer to load than the rest of the server, so the first
 * request of an assistant loads it.
 */
import { MCP_PATH } from '@notegraph/contract'
import type { Hono } from 'hono'
import type { Deps, Env } from './context.ts'
import { logged, type Handler } from './log.ts'
import { refuseOthers } from './token-route.ts'

export function mcpRoute(app: Hono<Env>, deps: Deps): void {
  let loaded: Promise<Handler> | undefined
  const load = async (): Promise<Handler> => (await import('./mcp-handler.ts')).mcpHandler(deps)

  app.post(
    MCP_PATH,
    logged(deps, MCP_PATH, async (...request) => (await (loaded ??= load()))(...request)),
  )
  refuseOthers(app, deps, MCP_PATH, ['POST'])
}
