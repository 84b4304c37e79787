import type { ErrorCode } from './answers.ts'

/** An error answer of the service. `message` is the message of the service. */
export class NotegraphError extends Error {
  override readonly name = 'NotegraphError'
  /** The HTTP status. */
  readonly status: number
  /** The code of the error; absent if the answer is not from the service. */
  readonly code: ErrorCode | undefined
  /** The next step. */
  readonly hint: string | undefined
  /** The id of the request in the log of the server. */
  readonly requestId: string | undefined

  constructor(message: string, facts: Pick<NotegraphError, 'status' | 'code' | 'hint' | 'requestId'>) {
    super(message)
    this.status = facts.status
    this.code = facts.code
    this.hint = facts.hint
    this.requestId = facts.requestId
  }
}

/** The error in a response, from the service or a proxy. */
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
