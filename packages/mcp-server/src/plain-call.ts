/**
 * The tool call as nearly every client sends it, recognized by one schema. The schema is stricter than the protocol.
 * The SDK handles everything else.
 */
import * as v from 'valibot'
import { isObject, TOOL_NAMES } from '@notegraph/contract'
import type { CallParams } from './call.ts'
import type { McpRequest } from './http.ts'
import { INITIALIZED, STATELESS } from './messages.ts'

export interface PlainCall {
  readonly id: string | number
  readonly params: CallParams
  /** Whether the request uses the stateless revision. */
  readonly stateless: boolean
}

/** An object. valibot accepts arrays as objects, so this check excludes them. */
const members = v.custom<Readonly<Record<string, unknown>>>(isObject)

/** An object with only these members, without inherited ones. */
function closed<E extends v.ObjectEntries>(entries: E) {
  const known: ReadonlySet<string> = new Set(Object.keys(entries))
  return v.pipe(
    members,
    v.check((value) => Object.keys(value).every((key) => known.has(key))),
    v.object(entries),
  )
}

/** An object whose values match a schema. */
const each = <S extends v.GenericSchema>(value: S) => v.pipe(members, v.record(v.string(), value))

const Token = v.union([v.string(), v.pipe(v.number(), v.safeInteger())])
const Nothing = closed({})

/** The prefix that the protocol reserves in `_meta`. */
const RESERVED = 'io.modelcontextprotocol/'

/** Allows members of clients, and only the listed members of the protocol. */
function meta<E extends v.ObjectEntries>(reserved: E) {
  return v.pipe(
    members,
    v.looseObject({ progressToken: v.optional(Token), ...reserved }),
    v.check((value) => Object.keys(value).every((key) => !key.startsWith(RESERVED) || key in reserved)),
  )
}

const Client = closed({
  name: v.string(),
  version: v.string(),
  title: v.optional(v.string()),
  description: v.optional(v.string()),
  websiteUrl: v.optional(v.string()),
})

const Extensions = each(each(v.union([v.boolean(), v.string(), v.array(v.string()), Nothing])))
const Capabilities = closed({
  roots: v.optional(closed({ listChanged: v.optional(v.boolean()) })),
  sampling: v.optional(closed({ context: v.optional(Nothing), tools: v.optional(Nothing) })),
  elicitation: v.optional(closed({ form: v.optional(Nothing), url: v.optional(Nothing) })),
  experimental: v.optional(Extensions),
  extensions: v.optional(Extensions),
})

const InitializedMeta = meta({})
const StatelessMeta = meta({
  [`${RESERVED}protocolVersion`]: v.literal(STATELESS),
  [`${RESERVED}clientInfo`]: v.optional(Client),
  [`${RESERVED}clientCapabilities`]: Capabilities,
})

const METHOD = 'tools/call'

function call<M extends v.GenericSchema>(schema: M) {
  return closed({
    jsonrpc: v.literal('2.0'),
    id: Token,
    method: v.literal(METHOD),
    params: closed({ name: v.picklist(TOOL_NAMES), arguments: v.optional(v.unknown()), _meta: schema }),
  })
}

const InitializedCall = call(v.optional(InitializedMeta))
const StatelessCall = call(StatelessMeta)

/** @returns the call, or `undefined` for any other request */
export function readPlainCall({ headers, body }: McpRequest): PlainCall | undefined {
  const revision = headers.get('MCP-Protocol-Version')
  const stateless = revision === STATELESS
  if (!stateless && revision !== null && !INITIALIZED.includes(revision)) return undefined
  const { success, output } = v.safeParse(stateless ? StatelessCall : InitializedCall, body, {
    abortEarly: true,
  })
  if (!success) return undefined
  const { id, params } = output
  if (stateless && (headers.get('Mcp-Method') !== METHOD || headers.get('Mcp-Name') !== params.name))
    return undefined
  return { id, params, stateless }
}
