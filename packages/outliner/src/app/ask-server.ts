/** Questions to the server that no record answers, such as the list of changes. */
import { below } from './base.ts'
import { fetchAs, type Device } from './device.ts'

/** The answer, or the reason of the server in words. */
export type Answer<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }

/** Milliseconds for an answer. */
const PATIENCE = 30_000

/**
 * Asks the server in the name of a device.
 *
 * @param body sent as JSON; without it, the question is a GET
 * @param method for a POST without a body
 * @throws if the server gives no answer
 */
export async function askServer<T>(
  device: Device,
  path: string,
  body?: object,
  method: 'GET' | 'POST' = body ? 'POST' : 'GET',
): Promise<Answer<T>> {
  const answer = await fetchAs(device)(below(path), {
    method,
    headers: body ? { 'Content-Type': 'application/json' } : {},
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE),
  })
  const value: unknown = JSON.parse(new TextDecoder().decode(await answer.arrayBuffer()))
  if (answer.ok) return { ok: true, value: value as T }
  const { error, hint = '' } = value as { readonly error: string; readonly hint?: string }
  // A server that fails is asked again later.
  if (answer.status >= 500) throw new Error(error)
  return { ok: false, error: `${error} ${hint}`.trim() }
}
