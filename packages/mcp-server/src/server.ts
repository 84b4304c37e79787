/** One server of the protocol: who it is, which tools it has, and what a call does. */
import {
  ProtocolError,
  Server,
  type Result as AnyResult,
  type Tool as ListedTool,
} from '@modelcontextprotocol/server'
import { argumentsSchema, LIMITS, TOOLS, type Tool } from '@notegraph/contract'
import type { Result } from '@notegraph/service'
import { callTool, type Deps, type Outcome, type Session } from './call.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { INITIALIZED, NO_SUCH_METHOD, STATELESS } from './messages.ts'

/** The tools are the same for everyone, until the service is renewed. */
const KEPT = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/** Nothing is asked of a client, so nothing it answers is checked. */
const NO_VALIDATOR = {
  getValidator(): never {
    throw new Error('no schema of an answer is ever checked')
  },
}

const LISTED: readonly ListedTool[] = TOOLS.map(listed)

function listed({ name, title, description, arguments: schema, writes }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: structuredClone(argumentsSchema(schema)) as object as ListedTool['inputSchema'],
    annotations: {
      title,
      readOnlyHint: !writes,
      destructiveHint: writes?.replaces ?? false,
      idempotentHint: writes?.again !== 'changes more',
      openWorldHint: false,
    },
    // A much used client puts longer results than its own limit into a file.
    _meta: { 'anthropic/maxResultSizeChars': LIMITS.mcpAnswer },
  }
}

export interface About {
  /** Of the service. */
  readonly version: string
}

/** Who serves. */
export const identity = ({ version }: About): { name: string; title: string; version: string } => ({
  name: 'notegraph',
  title: 'Notegraph',
  version,
})

export interface ServerOptions {
  /** Whether calls may come; where none can, an unknown method is told before any handler is asked. */
  readonly takesCalls?: boolean
  /** Makes each call in its turn; at once, where it is left out. */
  readonly turn?: (call: () => Promise<Outcome>) => Promise<Outcome>
}

/** @param enter says who calls, at each call */
export function mcpServer(
  deps: Deps,
  about: About,
  enter: () => Promise<Result<Session>>,
  { takesCalls = true, turn = (call) => call() }: ServerOptions = {},
): Server {
  const server = new Server(identity(about), {
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
    supportedProtocolVersions: [...INITIALIZED, STATELESS],
    cacheHints: { 'tools/list': KEPT, 'server/discover': KEPT },
    jsonSchemaValidator: NO_VALIDATOR,
  })
  server.setRequestHandler('tools/list', () => ({ tools: [...LISTED] }))
  // A handler of its own method would have its request checked, and refused, in words that are not the service's.
  if (takesCalls)
    server.fallbackRequestHandler = async ({ method, params }): Promise<AnyResult> => {
      if (method !== 'tools/call') throw new ProtocolError(NO_SUCH_METHOD.code, NO_SUCH_METHOD.message)
      const outcome = await turn(() => callTool(deps, enter, params))
      if ('result' in outcome) return { ...outcome.result }
      const { code, message, data } = outcome.error
      throw new ProtocolError(code, message, data)
    }
  return server
}
