/**
 * Requests as text: a line with the method and the target, a line for each header, an empty line, and the bytes of the
 * body. A file of the corpus is such a text, so that people can read it and mutations reach every part.
 */
import { bytesOf, textOf } from '../target.ts'

export interface RequestParts {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

/** The text of a request. */
export const requestText = (
  { method, target, headers }: Omit<RequestParts, 'body'>,
  body: string | Uint8Array,
): Uint8Array =>
  Buffer.concat([
    bytesOf(
      [`${method} ${target}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join(
        '\n',
      ) + '\n\n',
    ),
    typeof body === 'string' ? bytesOf(body) : body,
  ])

const WRITING = ['POST', 'PATCH', 'DELETE']
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,40}$/
/** A value that an HTTP server passes on. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
/** The visible characters of a target that an HTTP server passes on. */
const TARGET = /^\/[!-~]*$/

/**
 * Reads any bytes as a request. An HTTP server refuses some parts before they reach the app, so those are left out here; the
 * target `http` sends them.
 * @param methods any other becomes POST
 */
export function readRequest(input: Uint8Array, methods: readonly string[] = WRITING): RequestParts {
  const end = Buffer.from(input).indexOf('\n\n')
  const [first = '', ...lines] = textOf(end < 0 ? input : input.subarray(0, end)).split('\n')
  const [method = '', target = ''] = first.split(' ')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const at = line.indexOf(':')
    const [name, value] = [line.slice(0, Math.max(0, at)), line.slice(at + 1).trim()]
    if (NAME.test(name) && VALUE.test(value)) headers[name.toLowerCase()] = value
  }
  return {
    method: methods.includes(method) ? method : 'POST',
    target: TARGET.test(target) ? target : '/',
    headers,
    body: new Uint8Array(end < 0 ? [] : input.subarray(end + 2)),
  }
}
