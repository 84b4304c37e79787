import type { ErrorCode } from './generated/types.ts'

/**
 * The reason of a call without an answer of the service. `no_answer`: no network, or an unknown host. `not_notegraph`: something
 * else answered. `aborted`: the signal of the call ended it.
 */
export type NoAnswerCode = 'no_answer' | 'not_notegraph' | 'bad_url' | 'aborted'

/**
 * An error answer of the service, with its message. Without any answer, `status` is 0, and `cause` is the error of `fetch` or
 * the reason of the signal.
 */
export class NotegraphError extends Error {
  override readonly name = 'NotegraphError'
  /** The HTTP status; 0 if no answer came. */
  readonly status: number
  readonly code: ErrorCode | NoAnswerCode
  /** The next step. */
  readonly hint: string
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

/** The error of a call that its signal ended. @param cause the reason of the signal */
export const aborted = (cause: unknown): NotegraphError =>
  new NotegraphError(
    'The program ended the call before the answer.',
    {
      status: 0,
      code: 'aborted',
      hint: 'Call again if you still need the answer. The server may have done what a write asked for.',
      requestId: undefined,
    },
    { cause },
  )

/** The error of a part of an answer that did not arrive. @param cause the error of the stream */
export const cutOff = (cause: unknown, signal: AbortSignal | undefined): NotegraphError =>
  signal?.aborted === true ? aborted(signal.reason) : noAnswer(cause)

/** The error of an address that no request can go to. */
export const badUrl = (): NotegraphError =>
  new NotegraphError('The address of the server is not valid.', {
    status: 0,
    code: 'bad_url',
    hint: 'Use an address such as https://notes.example.',
    requestId: undefined,
  })

/** The error of an answer that is not the service's, such as a page of a proxy. */
export const notNotegraph = ({ status }: Response): NotegraphError =>
  new NotegraphError(`The answer (HTTP ${status}) did not come from Notegraph.`, {
    status,
    code: 'not_notegraph',
    hint: 'Check the address of the server, and the proxy in front of the server.',
    requestId: undefined,
  })

/** The error in a response, from the service or a proxy. */
export async function errorOf(response: Response): Promise<NotegraphError> {
  const body = bodyOf(await response.text().catch(() => ''))
  if (!body) return notNotegraph(response)
  const { error, code, hint } = body
  const requestId = response.headers.get('x-request-id') ?? undefined
  return new NotegraphError(error, { status: response.status, code: code as ErrorCode, hint, requestId })
}

function bodyOf(
  text: string,
): { readonly error: string; readonly code: string; readonly hint: string } | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return isErrorBody(body) ? body : undefined
  } catch {
    return undefined // a proxy's own page
  }
}

const isErrorBody = (body: unknown): body is { error: string; code: string; hint: string } =>
  typeof body === 'object' &&
  body !== null &&
  ['error', 'code', 'hint'].every((key) => typeof Reflect.get(body, key) === 'string')
