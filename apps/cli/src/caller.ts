/** The operator at the command line, as the service knows a caller. */
import type { Caller, OperatorCall } from '@notegraph/service'
import type { Run } from './command.ts'
import { accepted } from './refused.ts'

/** @throws {CommandError} where nothing is open to the account @throws {OperatorError} where there is none */
export async function callerOf({ store, operators, now }: Run, call: OperatorCall): Promise<Caller> {
  const { operatorCaller } = await import('@notegraph/service')
  await operators.account(call.accountId)
  return accepted(operatorCaller(store, call, now))
}
