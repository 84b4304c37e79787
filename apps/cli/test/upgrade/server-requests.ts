/** Requests to a server of any release: over a port to a program, or to an app of this process. */
export interface Reply {
  readonly status: number
  readonly body: unknown
}

/** Sends a request. @param target path and query @param auth a token or a session */
export type Send = (
  method: string,
  target: string,
  given: { readonly auth: string; readonly body?: unknown },
) => Promise<Reply>

/** @returns a request for `fetch`: bytes stay as they are, other bodies become JSON */
export function initOf(method: string, { auth, body }: { auth: string; body?: unknown }): RequestInit {
  const headers = { Authorization: `Bearer ${auth}` }
  if (body === undefined) return { method, headers }
  if (body instanceof Blob) return { method, headers: { ...headers, 'Content-Type': body.type }, body }
  return {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }
}

/** @returns the answer: JSON as a value, anything else as text */
export async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text }
}
