/** Listening for changed pages: events, resuming, and the faults that end it. */
import { describe, expect, test, vi } from 'vitest'
import { notesClient, type ClientOptions, type PagesHeard } from './index.ts'

const encoder = new TextEncoder()

/** A stream of these parts, which then ends, breaks or stays open. */
function stream(parts: readonly string[], end: 'ends' | 'breaks' | 'stays' = 'ends'): Response {
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < parts.length) controller.enqueue(encoder.encode(parts[at++]))
      else if (end === 'ends') controller.close()
      else if (end === 'breaks') controller.error(new TypeError('the connection broke'))
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } })
}

const event = (seq: number, ...names: readonly string[]): string => {
  const pages = names.map((name) => ({ id: name, name, kind: 'written' }))
  return `id: 1.${seq}.0\ndata: ${JSON.stringify({ seq, pages })}\n\n`
}
const refusal = (status: number): Response =>
  Response.json({ error: 'No.', code: 'unauthorized', hint: 'Ask.' }, { status })

/** A client with scripted answers. It records the ids that it resumed with, and its waits. */
function script(...answers: readonly (Response | Error)[]) {
  const asked: (string | undefined)[] = []
  const waits: number[] = []
  const options: ClientOptions = {
    url: 'https://notes.example',
    token: 'ngp_x',
    fetch: async (_, { headers }) => {
      const next = answers[asked.length]
      asked.push((headers as Record<string, string>)['Last-Event-ID'])
      if (next === undefined) throw new Error('nothing more was to be asked')
      if (next instanceof Error) throw next
      return next
    },
    sleep: async (ms) => void waits.push(ms),
  }
  return { notes: notesClient(options), asked, waits }
}

/** The first events. */
async function heard(events: AsyncGenerator<PagesHeard>, count: number): Promise<number[]> {
  const all: number[] = []
  for await (const { seq } of events) if (all.push(seq) === count) break
  return all
}

describe('[V1] listening for pages', () => {
  test('each event has its pages and its id, however the stream is cut', async () => {
    const text = event(1) + ':\n\n' + event(2, 'Tea', 'Thé 🍵')
    const bytes = Array.from({ length: Math.ceil(text.length / 7) }, (_, n) => text.slice(n * 7, n * 7 + 7))
    const events: PagesHeard[] = []
    for await (const one of script(stream(bytes, 'stays')).notes.listen()) {
      events.push(one)
      if (events.length === 2) break
    }
    expect(events).toMatchObject([
      { seq: 1, pages: [], id: '1.1.0' },
      { seq: 2, pages: [{ name: 'Tea' }, { name: 'Thé 🍵' }], id: '1.2.0' },
    ])
  })

  test('it begins after the event that is given', async () => {
    const { notes, asked } = script(stream([event(5)], 'stays'))
    expect(await heard(notes.listen({ after: '1.4.0' }), 1)).toEqual([5])
    expect(asked).toEqual(['1.4.0'])
  })

  test.each<[what: string, broken: Response | Error]>([
    ['a stream that ends', stream([event(1)])],
    ['a stream that breaks', stream([event(1)], 'breaks')],
  ])('after %s it connects again, and resumes', async (_, broken) => {
    const { notes, asked } = script(broken, stream([event(2)], 'stays'))
    expect(await heard(notes.listen(), 2)).toEqual([1, 2])
    expect(asked).toEqual([undefined, '1.1.0'])
  })

  test('waits grow while no event arrives, up to the longest, and begin again after an event', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1)
    const faults = [new TypeError('offline'), refusal(503), refusal(429), stream([])]
    const many = Array.from({ length: 8 }, () => new TypeError('offline'))
    const { notes, waits } = script(...faults, ...many, stream([event(1)]), stream([event(2)], 'stays'))
    expect(await heard(notes.listen(), 2)).toEqual([1, 2])
    expect(waits.slice(0, 4)).toEqual([250, 500, 1_000, 2_000])
    expect(waits.slice(-3)).toEqual([60_000, 60_000, 250])
    vi.restoreAllMocks()
  })

  test.each([
    ['a refusal', refusal(401), { code: 'unauthorized', message: 'No.' }],
    ['an answer that is no stream', Response.json({}), { code: 'not_notegraph', status: 200 }],
    ['an event of another service', stream(['data: {"a":1}\n\n']), { code: 'not_notegraph' }],
  ])('%s ends it, with a code', async (_, answer, fault) => {
    const { notes, asked } = script(answer)
    await expect(notes.listen().next()).rejects.toMatchObject(fault)
    expect(asked).toHaveLength(1)
  })

  test('leaving the loop closes the connection', async () => {
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encoder.encode(event(1))),
      cancel: () => void (isCancelled = true),
    })
    const { notes } = script(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }))
    await heard(notes.listen(), 1)
    expect(isCancelled).toBe(true)
  })

  test('the signal ends a wait', async () => {
    const stop = new AbortController()
    const notes = notesClient({
      url: 'https://notes.example',
      token: 'ngp_x',
      fetch: async () => {
        setImmediate(() => stop.abort(new Error('enough')))
        throw new TypeError('offline')
      },
    })
    await expect(notes.listen({ signal: stop.signal }).next()).rejects.toMatchObject({
      code: 'aborted',
      cause: { message: 'enough' },
    })
  })

  test('a silent connection counts as lost', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { notes, asked } = script(stream([event(1)], 'stays'), stream([event(2)], 'stays'))
    const events = notes.listen()
    await events.next()
    const second = events.next()
    await vi.advanceTimersByTimeAsync(59_000)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect((await second).value).toMatchObject({ seq: 2 })
    await events.return()
    vi.useRealTimers()
  })
})
