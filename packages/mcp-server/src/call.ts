/**
 * A call of a tool: found, allowed, checked, counted and run, in the order of the API. A refusal becomes either an
 * error of the protocol with a code and a hint, or a result with a message for the model.
 * @see decisions 6.1, 10.2
 */
import { ProtocolErrorCode } from '@modelcontextprotocol/server'
import {
  ERRORS,
  findTool,
  WAIT_HINT,
  type ErrorBody,
  type ErrorCode,
  type ToolName,
} from '@notegraph/contract'
import {
  mayWrite,
  ok,
  refusalOfError,
  refuse,
  toErrorBody,
  type Caller,
  type PageListener,
  type Refusal,
  type Result,
  type WriteRates,
} from '@notegraph/service'
import { withCurrentState } from './current-state.ts'
import { keyedWrites, keyOf } from './keyed-writes.ts'
import type { CallError } from './messages.ts'
import { isUncounted, isWriting } from './request-load.ts'
import type { Notes } from './tools/tool-handler.ts'
import { TOOL_HANDLERS } from './tools/index.ts'

/** The caller of a tool. */
export interface Session {
  readonly caller: Caller
  /** The client address, for the rate of writes. */
  readonly address: string
}

/** The services behind the tools. */
export interface Deps extends Notes {
  readonly writeRates: WriteRates
  /** Now, in milliseconds since 1970. */
  readonly clock: () => number
  /** Opens a live stream of changed pages; without it, there are no subscriptions. */
  readonly listen?: (caller: Caller, listener: PageListener) => Result<() => void>
  /** Reports each call, for the log; no argument and no note is in the report. */
  readonly onCall?: (call: CallRecord) => void
}

/** A report about one call, without arguments and notes. */
export interface CallRecord {
  /** Absent for an unknown tool. */
  readonly tool?: ToolName
  /** The code of the error; absent on success. */
  readonly refused?: ErrorCode
  /** The exception behind an `internal` error. */
  readonly failure?: unknown
}

/** The outcome of a call: a result, or an error of the protocol. */
export type Outcome = { readonly result: ToolResult } | { readonly error: CallError }

/** A result of the protocol with one text. */
export interface ToolResult {
  readonly content: [{ readonly type: 'text'; readonly text: string }]
  readonly isError?: true
}

/** The parameters of `tools/call` as sent: the name of a tool, and its arguments. */
export type CallParams = Readonly<Record<string, unknown>>

export async function callTool(
  deps: Deps,
  enter: () => Promise<Result<Session>>,
  params: CallParams = {},
): Promise<Outcome> {
  const found = findTool(params['name'])
  const tool = found.ok ? found.value.name : undefined
  const call = tool === undefined ? {} : { tool }
  try {
    const result: Ran = found.ok
      ? await run(deps, await enter(), found.value.name, params)
      : refuse({ code: 'bad_request', error: found.error })
    deps.onCall?.(result.ok ? call : { ...call, refused: result.refusal.code })
    if (result.ok) return { result: textResult(result.value) }
    return refused(result.refusal, result.below)
  } catch (failure) {
    const refusal = refusalOfError(failure)
    deps.onCall?.({ ...call, refused: refusal.code, failure })
    return refused(refusal)
  }
}

/** The result of a tool; `below` is Markdown that an answer shows below the message of the refusal. */
type Ran =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly refusal: Refusal; readonly below?: string }

async function run(deps: Deps, entered: Result<Session>, tool: ToolName, params: CallParams): Promise<Ran> {
  if (!entered.ok) return entered
  const { caller, address } = entered.value
  const writes = isWriting(tool)
  if (writes) {
    const may = mayWrite(caller)
    if (!may.ok) return may
  }
  const checked = TOOL_HANDLERS[tool].check(params['arguments'])
  if (!checked.ok) return checked
  const key = writes ? keyOf(tool, params) : ok(undefined)
  if (!key.ok) return key
  if (writes && !isUncounted(tool)) {
    const { writes: count } = checked.value
    const counted = await deps.writeRates.count(caller.tokenId, address, deps.clock(), count)
    if (!counted.ok) return counted
  }
  const result = await checked.value({ ...deps, writes: keyedWrites(deps.writes, key.value) }, caller)
  return result.ok ? result : { ok: false, ...(await withCurrentState(deps, caller, result.refusal)) }
}

const textResult = (text: string): ToolResult => ({ content: [{ type: 'text', text }] })

/** Refusals that a model can react to. They become results with a message. */
const AS_RESULT: ReadonlySet<ErrorCode> = new Set([
  'missing_right',
  'not_found',
  'conflict',
  'rate_limited',
  'trail_full',
  'quota_full',
])

/** JSON-RPC reserves -32768 to -32000, and the protocol assigns codes there. */
const REFUSED = -31_403

/**
 * The body of a refusal. Clients show a model no `Retry-After`, so the hint says how long to wait.
 * @see assistants 8.3
 * @example
 * refusalBody({ code: 'rate_limited', limit: 120 }).hint // 'Wait 60 seconds, then try again.'
 */
export function refusalBody(refusal: Refusal): ErrorBody {
  const body = toErrorBody(refusal)
  return body.hint === ERRORS.rate_limited.hint ? { ...body, hint: WAIT_HINT } : body
}

/** The result or the protocol error for a refusal. @param below Markdown below the message */
export function refused(refusal: Refusal, below?: string): Outcome {
  const { error, code, hint } = refusalBody(refusal)
  // Many clients show a model the message alone.
  const message = `${error} ${hint}`
  const text = below === undefined ? message : `${message}\n\n${below}`
  if (AS_RESULT.has(code)) return { result: { ...textResult(text), isError: true } }
  return { error: { code: numberOf(code), message, data: { code, hint } } }
}

/** The error of the protocol for a refusal of anything but a call. */
export function errorOf(refusal: Refusal): CallError {
  const outcome = refused(refusal)
  if ('error' in outcome) return outcome.error
  const { code, hint } = refusalBody(refusal)
  return {
    code: ProtocolErrorCode.InternalError,
    message: outcome.result.content[0].text,
    data: { code, hint },
  }
}

function numberOf(code: ErrorCode): number {
  if (code === 'bad_request') return ProtocolErrorCode.InvalidParams
  return code === 'internal' ? ProtocolErrorCode.InternalError : REFUSED
}
