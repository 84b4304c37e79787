/** A server of the protocol: its name, its tools, resources and prompts, and the handling of calls. */
import { Server, type Result as AnyResult, type Tool as ListedTool } from '@modelcontextprotocol/server'
import { argumentsSchema, LIMITS, TOOLS, type Tool } from '@notegraph/contract'
import { mayOrganize, type Result } from '@notegraph/service'
import { callTool, type Deps, type Outcome, type Session } from './call.ts'
import { serveCompletions } from './completions.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { NEEDS_ORGANIZE } from './request-load.ts'
import { INITIALIZED, NO_SUCH_METHOD, STATELESS, STDIO_ONLY, thrown } from './messages.ts'
import { servePrompts } from './prompts/prompts.ts'
import { serveResources } from './resources/resources.ts'

/** The prompts are the same for everyone, until the next release. */
const KEPT = { ttlMs: 3_600_000, cacheScope: 'public' } as const
/** The tools depend on the rights of the caller, which the person can change at any time. */
const OWN = { ttlMs: 60_000, cacheScope: 'private' } as const

/** This server sends no requests to clients, so no answers need checks. */
const NO_VALIDATOR = {
  getValidator(): never {
    throw new Error('no schema of an answer is ever checked')
  },
}

const LISTED: readonly ListedTool[] = TOOLS.map(listed)
/** The tools for callers without the right `organize`. @see assistants, Rights */
const LISTED_PLAIN: readonly ListedTool[] = LISTED.filter(({ name }) => !NEEDS_ORGANIZE.has(name))

function listed({ name, title, description, arguments: schema, writes }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: structuredClone(argumentsSchema(schema)) as object as ListedTool['inputSchema'],
    annotations: {
      readOnlyHint: !writes,
      destructiveHint: writes?.replaces ?? false,
      idempotentHint: writes?.again !== 'changes more',
      openWorldHint: false,
    },
    // A popular client moves results over its own limit to a file. Answers of writes are short.
    ...(!writes && { _meta: { 'anthropic/maxResultSizeChars': LIMITS.mcpAnswer } }),
  }
}

/** The service as clients see it. */
export interface About {
  /** The version of the service. */
  readonly version: string
}

/** The name and version that clients see. */
export const identity = ({ version }: About): { name: string; title: string; version: string } => ({
  name: 'notegraph',
  title: 'Notegraph',
  version,
})

/** The generation of the protocol: `modern` is 2026-07-28, and `legacy` those with `initialize`. */
export type Era = 'legacy' | 'modern'

/** Options of one server. */
export interface ServerOptions {
  /** Whether calls are possible. Otherwise an unknown method gets an error before any handler runs. */
  readonly takesCalls?: boolean
  /** The era of the client; `legacy` by default. A transport lets `legacy` clients subscribe if it keeps their connection. */
  readonly era?: Era
  /** Whether the client is on standard input, which older revisions use in the same way. */
  readonly isOnStdio?: boolean
  /** Runs each call in turn; immediately by default. */
  readonly turn?: (call: () => Promise<Outcome>) => Promise<Outcome>
}

/**
 * A server of the protocol with the tools.
 * @param enter returns the caller, for each call
 * @example
 * const server = mcpServer(deps, { version: '1.0.0' }, async () => session)
 */
export function mcpServer(
  deps: Deps,
  about: About,
  enter: () => Promise<Result<Session>>,
  { takesCalls = true, era = 'legacy', isOnStdio = false, turn = (call) => call() }: ServerOptions = {},
): Server {
  const server = new Server(identity(about), {
    capabilities: {
      tools: {},
      resources: era === 'modern' && deps.listen ? { subscribe: true } : {},
      prompts: {},
      completions: {},
    },
    instructions: INSTRUCTIONS,
    supportedProtocolVersions: [...INITIALIZED, ...(isOnStdio ? [STDIO_ONLY] : []), STATELESS],
    cacheHints: {
      'tools/list': OWN,
      'prompts/list': KEPT,
      'resources/templates/list': KEPT,
      'server/discover': KEPT,
    },
    jsonSchemaValidator: NO_VALIDATOR,
  })
  server.setRequestHandler('tools/list', async () => {
    const session = await enter()
    const isOrganizer = session.ok && mayOrganize(session.value.caller).ok
    return { tools: [...(isOrganizer ? LISTED : LISTED_PLAIN)] }
  })
  const setup = { deps, enter, turn }
  serveResources(server, setup)
  servePrompts(server, setup)
  serveCompletions(server, setup)
  // The SDK would check requests of a registered method, and refuse them with its own messages.
  if (takesCalls)
    server.fallbackRequestHandler = async ({ method, params }): Promise<AnyResult> => {
      if (method !== 'tools/call') throw thrown(NO_SUCH_METHOD)
      const outcome = await turn(() => callTool(deps, enter, params))
      if ('result' in outcome) return { ...outcome.result }
      throw thrown(outcome.error)
    }
  return server
}
