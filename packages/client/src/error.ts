import type { ErrorCode } from './answers.ts'

/** An answer that is a refusal. Its message is what went wrong, in the service's words. */
export class NotegraphError extends Error {
  override readonly name = 'NotegraphError'
  /** The HTTP status. */
  readonly status: number
  /** The kind of error, which never changes meaning; absent where the answer is not one of the service. */
  readonly code: ErrorCode | undefined
  /** What to do. */
  readonly hint: string | undefined
  /** What names the request in the log of the server. */
  readonly requestId: string | undefined

  constructor(message: string, facts: Pick<NotegraphError, 'status' | 'code' | 'hint' | 'requestId'>) {
    super(message)
    this.status = facts.status
    this.code = facts.code
    this.hint = facts.hint
    this.requestId = facts.requestId
  }
}

/** The refusal that a response tells of, whoever sent it. */
export async function errorOf(response: Response): Promise<NotegraphError> {
  const text = await response.text().catch(() => '')
  const { error, code, hint } = bodyOf(text)
  const requestId = response.headers.get('x-request-id') ?? undefined
  const facts = { status: response.status, code: code as ErrorCode | undefined, hint, requestId }
  return new NotegraphError(error ?? `The server answered ${response.status} without saying why.`, facts)
}

function bodyOf(text: string): { readonly error?: string; readonly code?: string; readonly hint?: string } {
  try {
    const body: unknown = JSON.parse(text)
    return isErrorBody(body) ? body : {}
  } catch {
    return {} // a proxy's own page
  }
}

const isErrorBody = (body: unknown): body is { error: string; code: string; hint: string } =>
  typeof body === 'object' &&
  body !== null &&
  ['error', 'code', 'hint'].every((key) => typeof Reflect.get(body, key) === 'string')
