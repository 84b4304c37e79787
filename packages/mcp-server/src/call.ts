/**
 * A call of a tool: found, allowed, checked, counted, run, in the order of the API. What is refused becomes an error of
 * the protocol, with a code and a hint, or a result that a model reads, in words.
 * @see decisions 6.1, 10.2
 */
import { ProtocolErrorCode } from '@modelcontextprotocol/server'
import { findTool, type ErrorCode, type ToolName } from '@notegraph/contract'
import {
  mayWrite,
  refuse,
  toErrorBody,
  type Caller,
  type Refusal,
  type Result,
  type WriteRates,
} from '@notegraph/service'
import { isWriting } from './request-load.ts'
import type { Notes } from './tools/tool-handler.ts'
import { TOOL_HANDLERS } from './tools/index.ts'

/** Who calls. */
export interface Session {
  readonly caller: Caller
  /** The address that a write counts for. */
  readonly address: string
}

export interface Deps extends Notes {
  readonly writeRates: WriteRates
  /** Now, in milliseconds since 1970. */
  readonly clock: () => number
  /** Told of each call, for the log; no argument and no note is in it. */
  readonly onCall?: (call: CallRecord) => void
}

export interface CallRecord {
  /** Absent where there is no such tool. */
  readonly tool?: ToolName
  /** Absent where it was answered. */
  readonly refused?: ErrorCode
  /** What failed inside. */
  readonly failure?: unknown
}

/** What a call comes to: a result, or an error of the protocol. */
export type Outcome = { readonly result: ToolResult } | { readonly error: CallError }

/** One text. */
export interface ToolResult {
  readonly content: [{ readonly type: 'text'; readonly text: string }]
  readonly isError?: true
}

export interface CallError {
  readonly code: number
  readonly message: string
  readonly data: { readonly code: ErrorCode; readonly hint: string }
}

/** What a request of `tools/call` says, as it came: the name of a tool, and its arguments. */
export type CallParams = Readonly<Record<string, unknown>>

export async function callTool(
  deps: Deps,
  enter: () => Promise<Result<Session>>,
  params: CallParams = {},
): Promise<Outcome> {
  const found = findTool(params['name'])
  const tool = found.ok ? found.value.name : undefined
  const told = tool === undefined ? {} : { tool }
  try {
    const result = found.ok
      ? await run(deps, await enter(), found.value.name, params['arguments'])
      : refuse({ code: 'bad_request', error: found.error })
    deps.onCall?.(result.ok ? told : { ...told, refused: result.refusal.code })
    return result.ok ? { result: textResult(result.value) } : refused(result.refusal)
  } catch (failure) {
    deps.onCall?.({ ...told, refused: 'internal', failure })
    return refused({ code: 'internal' })
  }
}

async function run(
  deps: Deps,
  entered: Result<Session>,
  tool: ToolName,
  sent: unknown,
): Promise<Result<string>> {
  if (!entered.ok) return entered
  const { caller, address } = entered.value
  const writes = isWriting(tool)
  if (writes) {
    const may = mayWrite(caller)
    if (!may.ok) return may
  }
  const checked = TOOL_HANDLERS[tool].check(sent)
  if (!checked.ok) return checked
  if (writes) {
    const counted = deps.writeRates.count(caller.tokenId, address, deps.clock())
    if (!counted.ok) return counted
  }
  return checked.value(deps, caller)
}

const textResult = (text: string): ToolResult => ({ content: [{ type: 'text', text }] })

/** Refusals that a model can do something about, and is told of in words alone. */
const AS_RESULT: ReadonlySet<ErrorCode> = new Set([
  'not_found',
  'conflict',
  'rate_limited',
  'trail_full',
  'quota_full',
])

/** Below the codes that the protocol keeps for itself. */
const REFUSED = -32_003

/** What a refusal is to whoever called. */
export function refused(refusal: Refusal): Outcome {
  const { error, code, hint } = toErrorBody(refusal)
  // Many clients show a model the message alone.
  const message = `${error} ${hint}`
  if (AS_RESULT.has(code)) return { result: { ...textResult(message), isError: true } }
  return { error: { code: numberOf(code), message, data: { code, hint } } }
}

function numberOf(code: ErrorCode): number {
  if (code === 'bad_request') return ProtocolErrorCode.InvalidParams
  return code === 'internal' ? ProtocolErrorCode.InternalError : REFUSED
}
