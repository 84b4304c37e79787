import type { Result } from '@notegraph/service'
import { CommandError } from './output.ts'

/**
 * Awaits an answer of the service and returns its value.
 * @throws {CommandError} for a refusal, with the message of the API
 */
export async function accepted<T>(asked: Promise<Result<T>>): Promise<T> {
  const { toErrorBody } = await import('@notegraph/service')
  const result = await asked
  if (!result.ok) throw new CommandError(toErrorBody(result.refusal).error)
  return result.value
}
