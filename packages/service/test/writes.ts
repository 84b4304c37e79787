/** A service that writes, over a store in memory, and what it answers. */
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

/** An account that writes. @param most changes that may be open */
export async function desk(most = 500, quota?: number): Promise<Desk> {
  const it = await setUp()
  const deps = { clock: () => it.clock.now, newId: randomUUID }
  const account = { ...it.caller.account, ...(quota !== undefined && { quota }) }
  const caller: Caller = { ...it.caller, account, scope: 'write' }
  return {
    ...it,
    caller,
    writes: writeService(it.store, { ...deps, reversibleChanges: most, origin: ORIGIN }),
    changes: changesService(it.store, deps),
  }
}

type Output<S> = S extends { readonly '~types'?: { readonly output: infer O } | undefined } ? O : never

/** What a case of a table asks: to write something. */
export type Ask = (it: Desk) => Promise<Result<Answer<unknown>>>

/** The answer, as the contract knows it. */
export function taken<S extends ObjectSchema>(schema: S, result: Result<Answer<unknown>>): Output<S> {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  const checked: Checked<unknown> = checkBody(schema, result.value.value())
  if (!checked.ok) throw new Error(checked.error)
  return checked.value as Output<S>
}

/** What it was refused for. */
export function refused(result: Result<unknown>): Refusal {
  if (result.ok) throw new Error('it was not refused')
  return result.refusal
}
