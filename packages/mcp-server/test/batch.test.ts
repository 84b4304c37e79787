/**
 * [D6.1] A batch holds nobody up: its calls take turns with all else, and all that it answers is bounded.
 *
 * @module-tag both-stores
 */
import { LIMITS } from '@notegraph/contract'
import { describe, expect, test } from 'vitest'
import type { Deps } from '../src/index.ts'
import { block, page, world, type World } from './world.ts'

const LONG = 'x'.repeat(19_000)
const records = [
  page('p', 'Plans'),
  ...Array.from({ length: 10 }, (_, n) => block(`b${n}-0000000`, 'p', LONG, { order: n })),
]

const batch = (calls: number, name = 'read_page', args: object = { name: 'Plans' }) =>
  Array.from({ length: calls }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args },
  }))

interface Answered {
  readonly result?: { readonly content: readonly { readonly text: string }[] }
  readonly error?: { readonly code: number; readonly message: string; readonly data: unknown }
}

async function send(it: World, body: unknown, signal?: AbortSignal): Promise<readonly Answered[]> {
  const request = { headers: new Headers(), body, ...(signal && { signal }) }
  const response = await it.handle(request, { caller: it.caller, address: 'a' })
  return (await response.json()) as readonly Answered[]
}

test('[D6.1] its calls are made one after another, and each lets others go first', async () => {
  const order: string[] = []
  const wrap = (deps: Deps): Deps => ({
    ...deps,
    reader: {
      ...deps.reader,
      async readPage(...args) {
        order.push('begins')
        setImmediate(() => order.push('another request'))
        const found = await deps.reader.readPage(...args)
        order.push('ends')
        return found
      },
    },
  })
  await send(await world({ records, wrap }), batch(3))
  const calls = order.filter((what) => what !== 'another request')
  expect(calls).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends'])
  const others = order.flatMap((what, i) => (what === 'another request' ? [i] : []))
  expect(others[0]).toBeLessThan(order.lastIndexOf('begins'))
  expect(others[1]).toBeLessThan(order.length - 1)
})

test('the calls that are left once the answers are long enough are not made, and say so', async () => {
  const it = await world({ records })
  const answers = await send(it, batch(30))
  const texts = answers.flatMap(({ result }) => result?.content[0]?.text ?? [])
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  expect(length).toBeGreaterThanOrEqual(LIMITS.mcpBatchAnswer)
  expect(length).toBeLessThan(LIMITS.mcpBatchAnswer + LIMITS.mcpAnswer)
  expect(it.called).toHaveLength(texts.length)
  expect(answers.find(({ error }) => error)!.error).toEqual({
    code: -32_602,
    message:
      'The answers to this batch are too long, so this call was not made. Repeat the call in a smaller batch.',
    data: { code: 'bad_request', hint: 'Repeat the call in a smaller batch.' },
  })
  expect(answers).toHaveLength(30)
})

test('once nobody waits for the answer, no more calls are made', async () => {
  const gone = new AbortController()
  const it = await world({
    records,
    wrap: (deps) => ({
      ...deps,
      onCall: (call) => {
        deps.onCall!(call)
        gone.abort()
      },
    }),
  })
  await send(it, batch(5), gone.signal).catch(() => {})
  expect(it.called).toHaveLength(1)
})

describe('a batch of the largest size', () => {
  test('is answered', async () => {
    const it = await world({ records })
    expect(await send(it, batch(LIMITS.mcpBatch, 'list_pages', {}))).toHaveLength(100)
  })

  test('one more is refused as a whole', async () => {
    const it = await world({ records })
    expect(await send(it, batch(LIMITS.mcpBatch + 1, 'list_pages', {}))).toMatchObject({
      id: null,
      error: { code: -32_600, message: 'A batch holds at most 100 messages.' },
    })
    expect(it.called).toEqual([])
  })
})
