import type { Result } from '@notegraph/service'
import { CommandError } from './output.ts'

/**
 * The value of what the service was asked for.
 * @throws {CommandError} for a refusal, in the words of the API
 */
export async function accepted<T>(asked: Promise<Result<T>>): Promise<T> {
  const { toErrorBody } = await import('@notegraph/service')
  const result = await asked
  if (!result.ok) throw new CommandError(toErrorBody(result.refusal).error)
  return result.value
}
