import { Hono } from 'hono'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type RunningServer } from '../server.ts'
import type { Env } from './context.ts'
import { knownLength, knownResponse } from './known-body.ts'

let text = ''
let cookies: readonly string[] = []

function made(): ResponseInit {
  const headers = new Headers({ 'Content-Type': 'text/plain; charset=utf-8', ETag: '"1"' })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return { status: 201, headers }
}

const app = new Hono<Env>()
app.get('/plain', async () => new Response(text, made()))
app.get('/known', async () => knownResponse(text, made()))
const LETTERS = ['r', 'ä', '麦', '🌾']
/** A text of its own for each number, of up to 70,000 letters. */
const textOf = (n: number): string => `${n} ${LETTERS[n % 4]!.repeat((n * 7_919) % 70_000)}`
app.get('/texts/:n', async (c) =>
  knownResponse(textOf(Number(c.req.param('n'))), { headers: { 'X-Text': c.req.param('n') } }),
)
app.get('/bytes', async () => knownResponse(new TextEncoder().encode(text), made()))

let server: RunningServer
beforeAll(async () => {
  server = await startServer(app, '127.0.0.1', 0)
})
afterAll(async () => server.stop())

async function sent(path: string, method = 'GET') {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method })
  const headers = [...answer.headers].filter(([name]) => name !== 'date')
  return { status: answer.status, headers, text: await answer.text() }
}

test('a known body is sent with the same status, headers and bytes as a stream', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary' }),
      fc.array(fc.stringMatching(/^[a-z]{1,5}=[a-z]{0,5}$/)),
      async (body, set) => {
        text = body
        cookies = set
        const plain = await sent('/plain')
        expect(plain.text).toBe(body.toWellFormed())
        expect(await sent('/known')).toEqual(plain)
        expect(await sent('/bytes')).toEqual(plain)
      },
    ),
    { numRuns: 50 },
  )
})

test('callers at once get their own answers, though memory is used again, and some read late', async () => {
  const numbers = Array.from({ length: 200 }, (_, i) => i)
  const asked = numbers.map(async (n) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/texts/${n}`)
    if (n % 10 === 0)
      await fetch(`http://127.0.0.1:${server.port}/texts/${n + 1}`).then(async (one) => one.text())
    return { n: Number(answer.headers.get('X-Text')), isOwn: (await answer.text()) === textOf(n) }
  })
  expect(await Promise.all(asked)).toEqual(numbers.map((n) => ({ n, isOwn: true })))
})

test('HEAD of a known body sends none of it', async () => {
  text = 'rye'
  expect(await sent('/known', 'HEAD')).toMatchObject({ status: 201, text: '' })
})

test('the length of a known body is in bytes', () => {
  expect(knownLength(knownResponse('ä€', {}))).toBe(5)
  expect(knownLength(new Response('ä€'))).toBeUndefined()
})

test.each(['text', 'json', 'arrayBuffer', 'bytes', 'blob'] as const)(
  'a program in this process reads a known body by %s as that of any response',
  async (read) => {
    const of = async (response: Response): Promise<unknown> => {
      const value: unknown = await response[read]()
      return [value instanceof Blob ? await value.text() : value, response.bodyUsed]
    }
    expect(await of(knownResponse('["rye ä€"]', made()))).toEqual(
      await of(new Response('["rye ä€"]', made())),
    )
  },
)

test('a copy of a response with a known body has the body', async () => {
  const copy = new Response(knownResponse('rye', made()).body, made())
  expect(await copy.text()).toBe('rye')
  const response = knownResponse('rye', made())
  expect(await response.clone().text()).toBe('rye')
  expect(await response.text()).toBe('rye')
})
