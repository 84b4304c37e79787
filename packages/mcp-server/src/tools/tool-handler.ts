/** The implementation of a tool: checks its arguments, then returns an answer in Markdown or a refusal. */
import { checkArguments, type ObjectSchema, type ToolName } from '@notegraph/contract'
import {
  ok,
  refuse,
  type Caller,
  type ChangesService,
  type NotesReader,
  type Result,
  type WriteService,
} from '@notegraph/service'
import type { InferOutput } from 'valibot'

/** The services that tools use. */
export interface Notes {
  readonly reader: NotesReader
  readonly writes: WriteService
  readonly changes: Pick<ChangesService, 'lookOwn' | 'findOwn' | 'countLeft' | 'revertOwn'>
}

export interface ToolHandler {
  readonly name: ToolName
  /** @param sent the arguments as sent */
  check(sent: unknown): Result<CheckedCall>
}

/** A call with valid arguments. */
export interface CheckedCall {
  (notes: Notes, caller: Caller): Promise<Result<string>>
  /** The writes of the minute that it counts as; one if absent. */
  readonly writes?: number | undefined
}

export function toolHandler<S extends ObjectSchema>(
  name: ToolName,
  schema: S,
  run: (notes: Notes, caller: Caller, args: InferOutput<S>) => Promise<Result<string>>,
  writesOf?: (args: InferOutput<S>) => number,
): ToolHandler {
  return {
    name,
    check(sent) {
      const args = checkArguments(name, schema, sent)
      if (!args.ok) return refuse({ code: 'bad_request', error: args.error })
      const call = async (notes: Notes, caller: Caller) => run(notes, caller, args.value)
      return ok(Object.assign(call, { writes: writesOf?.(args.value) }))
    },
  }
}
