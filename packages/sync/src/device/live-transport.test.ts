import { describe, expect, test } from 'vitest'
import { fetchTransport, type Fetch, type ServerState } from '../index.ts'

type Asked = readonly [url: string, init: Parameters<Fetch>[1]]

const STREAM = { 'Content-Type': 'text/event-stream; charset=utf-8' }
const encoder = new TextEncoder()

/** Listens to an answer. @returns what it heard: states, and undefined for signs of life */
async function listenTo(answer: () => Response | object) {
  const asked: Asked[] = []
  const heard: (ServerState | undefined)[] = []
  const { listen } = fetchTransport({
    url: 'https://notes.example/here/',
    token: 'ngs_x',
    fetch: async (url, init) => {
      asked.push([url, init])
      return answer() as Response
    },
  })
  const reply = await listen!((state) => heard.push(state), new AbortController().signal).catch(
    (error: unknown) => error as Error,
  )
  return { asked, heard, reply }
}

const stream = (...chunks: readonly string[]) => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
      controller.close()
    },
  })
  return new Response(body, { headers: STREAM })
}

describe('[sync, Routes] a live stream over fetch', () => {
  test('asks with the session for events', async () => {
    const { asked } = await listenTo(() => stream())
    expect(asked).toMatchObject([
      [
        'https://notes.example/here/api/sync/live',
        { method: 'GET', headers: { Authorization: 'Bearer ngs_x', Accept: 'text/event-stream' } },
      ],
    ])
  })

  const ONE = 'data: {"head":1,"epoch":3}\n\n'
  test.each<[what: string, chunks: readonly string[], heard: readonly (number | undefined)[]]>([
    ['one event', [ONE], [1]],
    ['events in one chunk', [`${ONE}${ONE.replace('1', '2')}`], [1, 2]],
    ['an event in pieces', Array.from(ONE), [1]],
    ['comments as signs of life', [':\n\n', ONE, ':\n\n'], [undefined, 1, undefined]],
    ['carriage returns', [ONE.replaceAll('\n', '\r\n')], [1]],
    [
      'fields and members that it does not know',
      [`event: x\nfoo: bar\nid: 7\n${ONE.replace('}', ',"more":1}')}`],
      [1],
    ],
    ['no unfinished event', [ONE, 'data: {"head":2,"epoch":3}\n'], [1]],
  ])('hears %s', async (_, chunks, expected) => {
    const { heard, reply } = await listenTo(() => stream(...chunks))
    expect(heard.map((state) => state?.head)).toEqual(expected)
    expect(reply).toEqual({ ok: true, value: undefined })
  })

  test.each<[what: string, answer: () => Response]>([
    ['an event that is not JSON', () => stream('data: hello\n\n')],
    ['an event without a head', () => stream('data: {"epoch":1}\n\n')],
    ['an event that is null', () => stream('data: null\n\n')],
    ['an event without an end', () => stream('data: ', ...Array<string>(70).fill('x'.repeat(1_024)), '\n')],
    ['a page of a proxy', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
    ['an error of a proxy', () => new Response('<html>', { status: 502 })],
  ])('rejects %s', async (_, answer) => {
    const { reply, heard } = await listenTo(answer)
    expect(reply).toBeInstanceOf(Error)
    expect(heard).toEqual([])
  })

  test('ends the connection after an event of another service', async () => {
    let hasEnded = false
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encoder.encode('data: hello\n\n')),
      cancel: () => void (hasEnded = true),
    })
    await listenTo(() => new Response(body, { headers: STREAM }))
    expect(hasEnded).toBe(true)
  })

  test('a refusal of the server is its error', async () => {
    const error = { error: 'Sign in.', code: 'unauthorized', hint: 'Do.' }
    const { reply } = await listenTo(() => Response.json(error, { status: 401 }))
    expect(reply).toEqual({ ok: false, status: 401, error })
  })

  test('a fetch without streams listens to nothing', async () => {
    const answer = {
      ok: true,
      status: 200,
      headers: new Headers(STREAM),
      arrayBuffer: async () => new ArrayBuffer(0),
    }
    const { reply } = await listenTo(() => answer)
    expect(reply).toMatchObject({ ok: false, status: 0, error: { code: 'unsupported' } })
  })
})
