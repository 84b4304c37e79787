/**
 * The call of a tool as nearly every client sends it, told apart by one schema. It takes less than the protocol does, never
 * more: what it does not take is for the SDK to read, and to refuse.
 */
import * as v from 'valibot'
import { isObject, TOOL_NAMES } from '@notegraph/contract'
import type { CallParams } from './call.ts'
import type { McpRequest } from './http.ts'
import { INITIALIZED, STATELESS } from './messages.ts'

export interface PlainCall {
  readonly id: string | number
  readonly params: CallParams
  /** Whether it is of the era that says all of it in each request. */
  readonly stateless: boolean
}

/** An object, and no array, which valibot takes for one. */
const members = v.custom<Readonly<Record<string, unknown>>>(isObject)

/** An object with these members and no other; also none of those that every object inherits. */
function closed<E extends v.ObjectEntries>(entries: E) {
  const known: ReadonlySet<string> = new Set(Object.keys(entries))
  return v.pipe(
    members,
    v.check((value) => Object.keys(value).every((key) => known.has(key))),
    v.object(entries),
  )
}

/** An object of such values. */
const each = <S extends v.GenericSchema>(value: S) => v.pipe(members, v.record(v.string(), value))

const Token = v.union([v.string(), v.pipe(v.number(), v.safeInteger())])
const Nothing = closed({})

/** What the protocol keeps for itself in `_meta`. */
const RESERVED = 'io.modelcontextprotocol/'

/** Members of a client's own are passed over; of the protocol's, there are those listed. */
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

/** @returns the call; nothing where it is another request, or not as plain as that */
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
