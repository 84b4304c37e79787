/** Requests and answers in the bytes of a connection, read as strictly as HTTP allows. @see RFC 9112 */

/** A request whose headers are complete. */
export interface Framed {
  readonly method: string
  readonly target: string
}

const LINE = '\r\n'
const HEAD_END = LINE + LINE
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** The lines of headers as pairs of a name in small letters and a value; undefined if one is none. */
function headersOf(lines: readonly string[]): [name: string, value: string][] | undefined {
  const headers: [string, string][] = []
  for (const line of lines) {
    const at = line.indexOf(':')
    const name = line.slice(0, Math.max(0, at))
    // oxlint-disable-next-line no-control-regex -- HTTP allows no control character but the tab
    if (!TOKEN.test(name) || /[\0-\x08\n-\x1f\x7f]/.test(line)) return undefined
    headers.push([name.toLowerCase(), line.slice(at + 1).trim()])
  }
  return headers
}

const valuesOf = (headers: readonly [string, string][], name: string): string[] =>
  headers.filter(([one]) => one === name).map(([, value]) => value)

/** The end of a body in chunks; undefined if it is cut off or invalid. */
function endOfChunks(text: string, start: number): number | undefined {
  for (let at = start; ;) {
    const end = text.indexOf(LINE, at)
    const size = /^([0-9a-f]+)[ \t]*(?:;[^\r\n]*)?$/i.exec(end < 0 ? '' : text.slice(at, end))?.[1]
    if (size === undefined) return undefined
    at = end + LINE.length
    const length = Number.parseInt(size, 16)
    if (length === 0) {
      // Trailers end with an empty line.
      if (text.startsWith(LINE, at)) return at + LINE.length
      const trailers = text.indexOf(HEAD_END, at)
      return trailers < 0 ? undefined : trailers + HEAD_END.length
    }
    at += length
    if (!text.startsWith(LINE, at)) return undefined
    at += LINE.length
  }
}

/** The end of the body of a request; undefined if nobody can say where it ends, or it is cut off. */
function endOfBody(text: string, start: number, headers: readonly [string, string][]): number | undefined {
  const [lengths, codings] = [valuesOf(headers, 'content-length'), valuesOf(headers, 'transfer-encoding')]
  if (codings.length > 0) {
    // With chunks as the last coding, the end is certain, whatever the others are. @see RFC 9112, 6.3
    const all = codings.flatMap((value) => value.split(',')).map((value) => value.trim().toLowerCase())
    const isChunked = all.indexOf('chunked') === all.length - 1
    return isChunked && lengths.length === 0 ? endOfChunks(text, start) : undefined
  }
  if (lengths.length === 0) return start
  if (lengths.length > 1 || !/^\d+$/.test(lengths[0]!)) return undefined
  const end = start + Number(lengths[0])
  return end <= text.length ? end : undefined
}

/**
 * The requests on a connection, in order. After the first place that is not certain, no request is one: its bytes may belong to
 * the body before.
 */
export function requestsIn(text: string): Framed[] {
  const requests: Framed[] = []
  for (let at: number | undefined = 0; at !== undefined;) {
    while (text.startsWith(LINE, at)) at += LINE.length
    const end = text.indexOf(HEAD_END, at)
    const [first = '', ...lines] = end < 0 ? [] : text.slice(at, end).split(LINE)
    const [, method, target] = /^([!-~]+) ([^\s\0]+) HTTP\/\d\.\d$/.exec(first) ?? []
    const headers = headersOf(lines)
    if (method === undefined || target === undefined || headers === undefined) break
    requests.push({ method, target })
    // The bytes after the request for a tunnel or another protocol are no HTTP.
    if (method === 'CONNECT') break
    at = endOfBody(text, end + HEAD_END.length, headers)
  }
  return requests
}

export interface Answered {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
}

/**
 * The final answers on a connection, in order.
 * @param methods the methods of the requests that the app got: an answer to HEAD has no body. One more answer may refuse a request
 * whose method nobody knows, so that it may lack its body
 * @param isWhole whether the last answer must be complete
 * @throws if the bytes are no answers
 */
export function answersIn(text: string, methods: readonly string[], isWhole: boolean): Answered[] {
  const answers: Answered[] = []
  for (let at = 0; at < text.length;) {
    const end = text.indexOf(HEAD_END, at)
    if (end < 0 && !isWhole) break
    const [first = '', ...lines] = text.slice(at, Math.max(at, end)).split(LINE)
    const status = Number(/^HTTP\/1\.1 (\d{3}) [\x20-\x7e]*$/.exec(first)?.[1])
    const headers = headersOf(lines)
    if (Number.isNaN(status) || !headers) throw new Error(`the answer begins with ${JSON.stringify(first)}`)
    at = end + HEAD_END.length
    if (status < 200) continue
    const isEmpty = methods[answers.length] === 'HEAD' || status === 204 || status === 304
    answers.push({ status, headers: new Map(headers) })
    const next = isEmpty ? at : endOfBody(text, at, headers)
    if (next === undefined) {
      if (isWhole && answers.length <= methods.length) throw new Error(`the answer ${status} is cut off`)
      break
    }
    at = next
  }
  return answers
}
