/** Bytes up and down, and the wait for an import. */
import { describe, expect, test } from 'vitest'
import { filesClient, transferClient, type Bytes, type ClientOptions } from './index.ts'

/** A client whose `fetch` gives these answers in turn, and what it was asked. */
function script(...answers: readonly Response[]) {
  const asked: RequestInit[] = []
  const urls: string[] = []
  const waits: number[] = []
  const options: ClientOptions = {
    url: 'https://notes.example',
    token: 'ngs_x',
    fetch: async (url, init) => {
      urls.push(url)
      const next = answers[asked.push(init) - 1]
      if (!next) throw new Error('nothing more was to be asked')
      return next
    },
    sleep: async (ms) => void waits.push(ms),
  }
  return { options, asked, urls, waits }
}

const streamOf = (text: string): ReadableStream<Uint8Array<ArrayBuffer>> => new Blob([text]).stream()
const busy = (): Response =>
  Response.json(
    { error: 'e', code: 'unavailable', hint: 'h' },
    { status: 503, headers: { 'Retry-After': '1' } },
  )
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

describe('an upload', () => {
  test.each<[string, Bytes, string | undefined, string | undefined]>([
    ['the type of a Blob', new Blob(['x'], { type: 'image/png' }), undefined, 'image/png'],
    ['the type that is given', new Blob(['x'], { type: 'image/png' }), 'image/gif', 'image/gif'],
    ['no type of its own', new TextEncoder().encode('x'), undefined, undefined],
    ['a stream', streamOf('x'), 'text/plain', 'text/plain'],
  ])('is sent with %s', async (_, bytes, type, sent) => {
    const { options, asked, urls } = script(Response.json({ id: 'f' }))
    await filesClient(options).add({ name: 'a b.png', bytes, ...(type !== undefined && { type }) })
    expect(urls).toEqual(['https://notes.example/api/files?name=a+b.png'])
    expect(new Headers(asked[0]!.headers).get('Content-Type')).toBe(sent ?? null)
    expect(asked[0]!.body).toBe(bytes)
    expect(Reflect.get(asked[0]!, 'duplex')).toBe(bytes instanceof ReadableStream ? 'half' : undefined)
  })

  test('is sent again where the server is busy', async () => {
    const { options, waits } = script(busy(), Response.json({ id: 'f' }))
    expect(await filesClient(options).add({ name: 'a', bytes: new Blob(['x']) })).toEqual({ id: 'f' })
    expect(waits).toEqual([1_000])
  })

  test('of a stream is sent once', async () => {
    const { options, asked } = script(busy())
    await expect(filesClient(options).add({ name: 'a', bytes: streamOf('x') })).rejects.toMatchObject({
      status: 503,
    })
    expect(asked).toHaveLength(1)
  })

  test('of an archive is not sent again: the import may run already', async () => {
    const { options, asked } = script(busy())
    await expect(transferClient(options).startImport(new Blob(['x']))).rejects.toMatchObject({ status: 503 })
    expect(asked[0]).toMatchObject({ headers: { 'Content-Type': 'application/zip' } })
  })
})

describe('a download', () => {
  const answer = (headers: Record<string, string> = {}) => new Response('north', { headers })

  test('gives its bytes, type, size and name', async () => {
    const headers = {
      'Content-Type': 'text/plain',
      'Content-Length': '5',
      'Content-Disposition': 'attachment; filename="map.txt"',
    }
    const { options, asked } = script(answer(headers))
    const file = await filesClient(options).read('f', { range: [0, 4] })
    expect(file).toMatchObject({ type: 'text/plain', size: 5, name: 'map.txt' })
    expect(textOf(await file.bytes())).toBe('north')
    expect(asked[0]!.headers).toMatchObject({ Range: 'bytes=0-4' })
  })

  test('has no size that the server does not say, nor one of compressed bytes', async () => {
    const { options } = script(answer(), answer({ 'Content-Length': '3', 'Content-Encoding': 'gzip' }))
    expect((await transferClient(options).export()).size).toBeUndefined()
    expect((await filesClient(options).read('f')).size).toBeUndefined()
  })

  test.each([
    ['attachment; filename="a \\"b\\".txt"', 'a "b".txt'],
    ['inline; filename=map.png', 'map.png'],
    [`attachment; filename="?.md"; filename*=UTF-8''%E5%9B%BE.md`, '图.md'],
    [`attachment; filename*=UTF-8''%`, undefined],
    ['attachment', undefined],
  ])('is named by %s', async (header, name) => {
    const { options } = script(answer({ 'Content-Disposition': header }))
    expect((await filesClient(options).read('f')).name).toBe(name)
  })

  test('of more bytes than are allowed ends', async () => {
    let cancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(4)),
      cancel: () => void (cancelled = true),
    })
    const { options } = script(new Response(endless))
    const file = await filesClient(options).read('f')
    await expect(file.bytes(10)).rejects.toThrow(RangeError)
    expect(cancelled).toBe(true)
  })

  test('that breaks or is ended by its signal fails with a code, also as a stream', async () => {
    const lost = new TypeError('terminated')
    const broken = (before = (): void => {}) =>
      new Response(
        new ReadableStream({
          pull(controller) {
            before()
            controller.error(lost)
          },
        }),
      )
    const stop = new AbortController()
    const reason = new Error('enough')
    const { options } = script(
      broken(),
      broken(),
      broken(() => stop.abort(reason)),
    )
    const files = filesClient(options)
    const fault = { name: 'NotegraphError', status: 0, code: 'no_answer', cause: lost }
    await expect((await files.read('f')).bytes()).rejects.toMatchObject(fault)
    await expect((await files.read('f')).stream.getReader().read()).rejects.toMatchObject(fault)
    const ended = await files.read('f', { signal: stop.signal })
    await expect(ended.bytes()).rejects.toMatchObject({ code: 'aborted', cause: reason })
  })

  test('can be read as a stream', async () => {
    const { options } = script(answer())
    const file = await filesClient(options).read('f')
    let text = ''
    for await (const part of file.stream) text += textOf(part)
    expect(text).toBe('north')
  })
})

describe('the wait for an import', () => {
  const at = (state: string, done: number) => Response.json({ import: { state, done, total: 2 } })

  test('looks until none runs, and reports each look', async () => {
    const { options, waits } = script(at('running', 0), at('running', 1), at('failed', 1))
    const looks: number[] = []
    const job = await transferClient(options).waitForImport({
      every: 50,
      onProgress: ({ done }) => looks.push(done),
    })
    expect([job?.state, looks, waits]).toEqual(['failed', [0, 1, 1], [50, 50]])
  })

  test('gives null where there was no import', async () => {
    const { options } = script(Response.json({ import: null }))
    expect(await transferClient(options).waitForImport()).toBeNull()
  })

  test('ends with its signal', async () => {
    const { options } = script(at('running', 0))
    const { sleep: _, ...own } = options
    const stop = new AbortController()
    const reason = new Error('enough')
    const onProgress = () => void setTimeout(() => stop.abort(reason), 1)
    await expect(
      transferClient(own).waitForImport({ signal: stop.signal, onProgress }),
    ).rejects.toMatchObject({ code: 'aborted', cause: reason })
  })
})
