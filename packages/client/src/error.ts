import type { ErrorCode } from './generated/types.ts'

/**
 * An error answer of the service, with its message. Without any answer, `status` is 0, `code` is `no_answer`, and `cause` is
 * the error of `fetch`.
 */
export class NotegraphError extends Error {
  override readonly name = 'NotegraphError'
  /** The HTTP status; 0 if no answer came. */
  readonly status: number
  /** The code of the error; absent if the answer is not from the service. */
  readonly code: ErrorCode | 'no_answer' | undefined
  /** The next step. */
  readonly hint: string | undefined
  /** The id of the request in the log of the server. */
  readonly requestId: string | undefined

  constructor(
    message: string,
    facts: Pick<NotegraphError, 'status' | 'code' | 'hint' | 'requestId'>,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.status = facts.status
    this.code = facts.code
    this.hint = facts.hint
    this.requestId = facts.requestId
  }
}

/** The error without a response. @param cause the error of `fetch` */
export const noAnswer = (cause: unknown): NotegraphError =>
  new NotegraphError(
    'The server cannot be reached.',
    {
      status: 0,
      code: 'no_answer',
      hint: 'Check the address of the server and the network. A browser refuses answers from another origin.',
      requestId: undefined,
    },
    { cause },
  )

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
