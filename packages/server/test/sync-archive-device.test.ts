/**
 * A device takes its first pull of a large graph as an archive from a server on a port.
 *
 * @module-tag both-stores
 */
import { createEngine, fetchTransport, memoryStore, type Fetch } from '@notegraph/sync'
import { expect, test } from 'vitest'
import { addRecords, useServed } from './served.ts'
import { aBlock, aPage } from './syncing.ts'

const BLOCKS = 5_500
const it = useServed()

/** Cuts the connection after so many bytes of an archive. */
const cutAfter =
  (bytes: number): Fetch =>
  async (url, init) => {
    const response = await fetch(url, init)
    if (!url.includes('/archive') || !response.body) return response
    let left = bytes
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.length
        if (left < 0) controller.error(new Error('cut'))
        else controller.enqueue(chunk)
      },
    })
    return new Response(response.body.pipeThrough(cut), response)
  }

async function firstPull(fetching: Fetch) {
  const { served, session } = it
  const asked: string[] = []
  const transport = fetchTransport({
    url: served.baseUrl,
    token: session,
    limit: 1_000,
    fetch: async (url, init) => {
      asked.push(new URL(url).pathname)
      return fetching(url, init)
    },
  })
  const engine = createEngine({ store: memoryStore(), transport })
  await engine.open()
  await engine.sync()
  const blocks = await engine.blocks('large')
  return { asked, blocks: blocks.length, status: engine.state.status }
}

test('[H7] a device takes an archive after the first answer, and pulls go on after one that is cut', async () => {
  const blocks = Array.from({ length: BLOCKS }, (_, n) =>
    aBlock(`large-${n}`, `block ${n} ${'x'.repeat(200)}`, { pageId: 'large' }),
  )
  await addRecords(it, [aPage('large', 'Large'), ...blocks])
  const whole = await firstPull(async (url, init) => fetch(url, init))
  expect(whole).toEqual({
    asked: ['/api/sync', '/api/sync/archive'],
    blocks: BLOCKS,
    status: 'idle',
  })
  const cut = await firstPull(cutAfter(1_500_000))
  expect(cut.asked.slice(0, 3)).toEqual(['/api/sync', '/api/sync/archive', '/api/sync'])
  expect(cut.asked.length).toBeLessThan(6)
  expect(cut.blocks).toBe(BLOCKS)
})
