/** The operator at the command line, as a caller of the service. */
import type { Caller, OperatorCall } from '@notegraph/service'
import type { Run } from './command.ts'
import { accepted } from './service-result.ts'

/** @throws {CommandError} if the account has no access @throws {OperatorError} if there is no such account */
export async function callerOf({ store, operators, now }: Run, call: OperatorCall): Promise<Caller> {
  const { operatorCaller } = await import('@notegraph/service')
  await operators.account(call.accountId)
  return accepted(operatorCaller(store, call, now))
}
