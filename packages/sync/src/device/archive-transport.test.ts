import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fetchTransport, type Fetch, type PullReply } from '../index.ts'

const LINES = { 'Content-Type': 'application/x-ndjson; charset=utf-8' }
const encoder = new TextEncoder()

/** Takes an archive over an answer, or a part of it. */
async function take(answer: () => Response | object, { limit, most = Infinity } = {} as Options) {
  const asked: (readonly [url: string, init: Parameters<Fetch>[1]])[] = []
  const { archive } = fetchTransport({
    url: 'https://notes.example/here/',
    token: 'ngs_x',
    ...(limit !== undefined && { limit }),
    fetch: async (url, init) => {
      asked.push([url, init])
      return answer() as Response
    },
  })
  const replies: PullReply[] = []
  try {
    for await (const reply of archive!('3.4.5', new AbortController().signal)) {
      replies.push(reply)
      if (replies.length === most) break
    }
  } catch (error) {
    return { asked, replies, error: error as Error }
  }
  return { asked, replies }
}

interface Options {
  readonly limit?: number
  readonly most?: number
}

function stream(chunks: readonly Uint8Array[], canceled = () => {}): Response {
  const left = [...chunks]
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = left.shift()
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
    cancel: canceled,
  })
  return new Response(body, { headers: LINES })
}

const valuesOf = (replies: readonly PullReply[]): unknown[] => replies.map(({ value }) => value)

describe('[H7] an archive over fetch', () => {
  test('asks with the session for lines from a cursor', async () => {
    const { asked } = await take(() => stream([]), { limit: 7 })
    expect(asked).toMatchObject([
      [
        'https://notes.example/here/api/sync/archive?cursor=3.4.5&limit=7',
        { method: 'GET', headers: { Authorization: 'Bearer ngs_x', Accept: 'application/x-ndjson' } },
      ],
    ])
  })

  test('yields each whole line with its size, however the stream is cut into pieces', async () => {
    const answers = fc.array(fc.record({ text: fc.string({ unit: 'grapheme' }) }), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(answers, fc.string(), fc.integer({ min: 1, max: 20 }), async (values, rest, size) => {
        const lines = values.map((value) => JSON.stringify(value))
        const bytes = encoder.encode(lines.map((line) => `${line}\n`).join('') + rest.replaceAll('\n', ''))
        const count = Math.ceil(bytes.length / size)
        const chunks = Array.from({ length: count }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
        const { replies } = await take(() => stream(chunks))
        expect(valuesOf(replies)).toEqual(values)
        expect(replies.map((reply) => reply.bytes)).toEqual(lines.map((line) => encoder.encode(line).length))
      }),
    )
  })

  test('closes the connection when nobody takes more of it', async () => {
    let isCanceled = false
    const chunks = Array.from({ length: 9 }, (_, n) => encoder.encode(`{"n":${n}}\n`))
    const { replies } = await take(() => stream(chunks, () => (isCanceled = true)), { most: 2 })
    expect(valuesOf(replies)).toEqual([{ n: 0 }, { n: 1 }])
    expect(isCanceled).toBe(true)
  })

  test.each<[what: string, answer: () => Response | object]>([
    ['a refusal', () => Response.json({ error: 'No.', code: 'not_found', hint: '' }, { status: 404 })],
    ['a page of a proxy', () => new Response('{}\n', { headers: { 'Content-Type': 'text/html' } })],
    ['a fetch without streams', () => ({ ok: true, status: 200, headers: new Headers(LINES) })],
    ['a line that is not JSON', () => stream([encoder.encode('hello\n')])],
  ])('throws for %s', async (_, answer) => {
    const { error, replies } = await take(answer)
    expect(error).toBeInstanceOf(Error)
    expect(replies).toEqual([])
  })
})
