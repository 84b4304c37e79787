/** A write service over a store in memory, and its answers. */
import { randomUUID } from 'node:crypto'
import { checkBody, type Checked, type ObjectSchema } from '@notegraph/contract'
import {
  changesService,
  writeService,
  type Answer,
  type Caller,
  type ChangesService,
  type Refusal,
  type Result,
  type WriteService,
} from '../src/index.ts'
import { setUp, type Setup } from './notes.ts'

export const ORIGIN = 'https://notes.example'

export interface Desk extends Setup {
  readonly writes: WriteService
  readonly changes: ChangesService
}

/** An account for writes. @param most the most open changes */
export async function desk(most = 500, quota?: number): Promise<Desk> {
  const it = await setUp()
  const deps = { clock: () => it.clock.now, newId: randomUUID, origin: ORIGIN }
  const account = { ...it.caller.account, ...(quota !== undefined && { quota }) }
  const caller: Caller = { ...it.caller, account, scope: 'write' }
  return {
    ...it,
    caller,
    writes: writeService(it.store, { ...deps, revertibleChanges: most }),
    changes: changesService(it.store, deps),
  }
}

type Output<S> = S extends { readonly '~types'?: { readonly output: infer O } | undefined } ? O : never

/** The write of a table's case. */
export type Ask = (it: Desk) => Promise<Result<Answer<unknown>>>

/** The answer, checked by the contract. */
export function taken<S extends ObjectSchema>(schema: S, result: Result<Answer<unknown>>): Output<S> {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  const checked: Checked<unknown> = checkBody(schema, result.value.value())
  if (!checked.ok) throw new Error(checked.error)
  return checked.value as Output<S>
}

/** The refusal of a request. */
export function refused(result: Result<unknown>): Refusal {
  if (result.ok) throw new Error('it was not refused')
  return result.refusal
}
