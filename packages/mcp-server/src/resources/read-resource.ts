/** Reading a resource: a call of `read_page` or `read_day`, with the same answer. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { ERRORS } from '@notegraph/contract'
import type { Caller, Result } from '@notegraph/service'
import { callTool, errorOf, type Deps, type Outcome, type Session } from '../call.ts'
import { thrown } from '../messages.ts'
import { readUri } from './resource-uri.ts'

export const MARKDOWN = 'text/markdown'

/** The services and the caller of the handlers. */
export interface ResourceSetup {
  readonly deps: Deps
  readonly enter: () => Promise<Result<Session>>
  /** Runs each read in turn, with the calls of a batch. */
  readonly turn: (call: () => Promise<Outcome>) => Promise<Outcome>
}

/** A page or day as its address was sent. */
export interface MarkdownResource {
  readonly uri: string
  readonly mimeType: string
  readonly text: string
}

/** @throws ProtocolError if the address is of nothing, or the caller is refused */
export async function readResource(
  { deps, enter, turn }: ResourceSetup,
  uri: string,
): Promise<MarkdownResource> {
  const ref = readUri(uri)
  if (!ref) throw notFound(uri, `No resource has the address "${uri}".`)
  const call =
    ref.kind === 'page'
      ? { name: 'read_page', arguments: { name: ref.name } }
      : { name: 'read_day', arguments: { date: ref.date } }
  const outcome = await turn(() => callTool(deps, enter, call))
  if ('error' in outcome) throw thrown(outcome.error)
  const [{ text }] = outcome.result.content
  if (outcome.result.isError) throw notFound(uri, text)
  return { uri, mimeType: MARKDOWN, text }
}

/** @throws ProtocolError if the caller is refused */
export async function callerOf({ enter }: Pick<ResourceSetup, 'enter'>): Promise<Caller> {
  const entered = await enter()
  if (entered.ok) return entered.value.caller
  throw thrown(errorOf(entered.refusal))
}

const notFound = (uri: string, message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message, {
    uri,
    code: 'not_found',
    hint: ERRORS.not_found.hint,
  })
