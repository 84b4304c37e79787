/**
 * `GET /api/sync/archive`: all pulls up to the head as one stream.
 *
 * @module-tag both-stores
 */
import { createGunzip, gunzipSync } from 'node:zlib'
import type { Store } from '@notegraph/store'
import { SYNC_LIMITS, type PullAnswer } from '@notegraph/sync'
import * as fc from 'fast-check'
import { areEmbedded } from '@notegraph/store/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { observedStore } from '../src/observed-store.ts'
import { codeOf, ids } from './api.ts'
import { NOON } from './notes.ts'
import { aBlock, cursorOf, openSync, reworded, whole, type SyncApi } from './syncing.ts'

const PATH = '/api/sync/archive'
const BEGIN_AGAIN = 'cursor takes the cursor of the previous answer. Leave it out to start again.'

let api: SyncApi
beforeEach(async () => {
  api = await openSync()
})

/** The lines of a whole archive. */
async function archive(query = ''): Promise<PullAnswer[]> {
  const { status, text } = await api.call(PATH + query, { token: api.session })
  expect(status).toBe(200)
  expect(text.endsWith('\n')).toBe(true)
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as PullAnswer)
}

/** The answers of pulls, one after another. */
async function pulls(query: string, limit: number): Promise<unknown[]> {
  const answers: unknown[] = []
  for (let from = query; ;) {
    const reply = await api.pull(`${from === '' ? '?' : `${from}&`}limit=${limit}`)
    answers.push(reply.body)
    if (reply.body['more'] !== true) return answers
    from = cursorOf(reply)
  }
}

/** Opens an archive whose lines are read one by one. */
async function open(query: string, accept = 'identity') {
  const response = await api.app.request(`http://notes.example${PATH}${query}`, {
    headers: { Authorization: `Bearer ${api.session}`, 'Accept-Encoding': accept },
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    response,
    /** The next line; undefined at the end. */
    async line(): Promise<PullAnswer | undefined> {
      while (!text.includes('\n')) {
        const { done, value } = await reader.read()
        if (done) return undefined
        text += value
      }
      const end = text.indexOf('\n')
      const line = text.slice(0, end)
      text = text.slice(end + 1)
      return JSON.parse(line) as PullAnswer
    },
    leave: async () => reader.cancel(),
  }
}

const many = async (count: number, content = 'x') =>
  api.graph.commits.commit({
    puts: Array.from({ length: count }, (_, n) => ({ record: aBlock(`many-${n}`, content), from: 0 })),
  })

describe('[H7] GET /api/sync/archive', () => {
  test('is what the pulls give, line by line, whatever was written and from wherever it begins', async () => {
    const edit = fc.record({ id: fc.integer({ min: 0, max: 12 }), text: fc.string({ maxLength: 30 }) })
    let revision = 0
    const cursors = ['']
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(),
        async (edits, limit, choice) => {
          // Each run has the requests of a minute.
          api.clock.now += 60_000
          for (const { id, text } of edits) {
            const block = aBlock(`b${id}`, text.replaceAll('\0', ''))
            const rev = `r${++revision}`
            await api.push([whole(block)])
            await api.push([reworded(block, `${text.replaceAll('\0', '')} again`, rev, NOON)])
          }
          const from = cursors[choice % cursors.length]!
          const lines = await archive(`${from === '' ? '?' : `${from}&`}limit=${limit}`)
          expect(lines).toEqual(await pulls(from, limit))
          cursors.push(...lines.map(({ cursor }) => `?cursor=${cursor}`))
        },
      ),
      { numRuns: areEmbedded() ? 30 : 6 },
    )
  })

  test('can be resumed from the cursor of each line', async () => {
    const lines = await archive('?limit=3')
    expect(lines.length).toBeGreaterThan(3)
    for (const [i, { cursor }] of lines.slice(0, -1).entries()) {
      expect(await archive(`?cursor=${cursor}&limit=3`)).toEqual(lines.slice(i + 1))
      const { body } = await api.pull(`?cursor=${cursor}&limit=3`)
      expect(body).toEqual(lines[i + 1])
    }
  })

  test('the last line has more: false, the count, the checksum and the cursor of the head', async () => {
    const lines = await archive('?limit=3')
    expect(lines.map(({ more }) => more)).toEqual(lines.map((_, i) => i < lines.length - 1))
    const last = lines.at(-1)!
    const { body } = await api.pull()
    expect(last).toMatchObject({
      count: body['count'] as number,
      checksum: body['checksum'] as string,
      cursor: body['cursor'] as string,
    })
    expect(await archive(`?cursor=${last.cursor}`)).toMatchObject([{ records: [], more: false }])
  })

  test('up to 1,000 records on a line, or 1 MB', async () => {
    await many(2_500)
    const lines = await archive()
    expect(lines.slice(0, 2).map(({ records }) => records.length)).toEqual([1_000, 1_000])
    const { cursor } = lines.at(-1)!
    await api.graph.commits.commit({
      puts: Array.from({ length: 80 }, (_, n) => ({
        record: aBlock(`long-${n}x`, 'x'.repeat(20_000)),
        from: 0,
      })),
    })
    const { text } = await api.call(`${PATH}?cursor=${cursor}`, { token: api.session })
    const [first] = text.split('\n')
    expect(first!.length).toBeGreaterThan(1_000_000)
    expect(first!.length).toBeLessThan(SYNC_LIMITS.archiveBytes + 25_000)
  })

  test.each(['gzip', 'gzip, deflate, br, zstd', '*'])(
    'is gzip for callers that accept %s',
    async (accept) => {
      const response = await api.app.request(`http://notes.example${PATH}?limit=5`, {
        headers: { Authorization: `Bearer ${api.session}`, 'Accept-Encoding': accept },
      })
      expect(response.headers.get('content-encoding')).toBe('gzip')
      expect(response.headers.get('vary')).toBe('Accept-Encoding')
      expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
      expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(
        (await api.call(`${PATH}?limit=5`, { token: api.session })).text,
      )
    },
  )

  test('cut anywhere, its whole lines can be unpacked', async () => {
    await many(3_000, 'some words of a note')
    const response = await api.app.request(`http://notes.example${PATH}`, {
      headers: { Authorization: `Bearer ${api.session}`, 'Accept-Encoding': 'gzip' },
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const all = gunzipSync(bytes).toString()
    const gunzip = createGunzip()
    let text = ''
    gunzip.on('data', (part: Buffer) => (text += part.toString()))
    await new Promise((resolve) => gunzip.write(bytes.subarray(0, bytes.length * 0.7), resolve))
    gunzip.destroy()
    const lines = text.split('\n').slice(0, -1)
    expect(lines.length).toBeGreaterThan(0)
    const { cursor } = JSON.parse(lines.at(-1)!) as PullAnswer
    const rest = await api.call(`${PATH}?cursor=${cursor}`, { token: api.session })
    expect([...lines, ...rest.text.split('\n')].join('\n')).toBe(all)
  })

  test('reads each line when the caller takes it, so a line has the changes until then', async () => {
    await many(4_000, 'x'.repeat(300))
    const reader = await open('')
    const first = await reader.line()
    await api.push([whole(aBlock('meanwhile', 'written meanwhile'))])
    const lines = [first!]
    for (let line = await reader.line(); line; line = await reader.line()) lines.push(line)
    expect(lines.at(-1)!.records.map(({ id }) => id)).toContain('meanwhile')
    expect(lines.at(-1)).toMatchObject({ more: false, head: first!.head + 1 })
  })

  test.each(['identity', 'gzip'])('is read no faster than its caller takes it (%s)', async (accept) => {
    let reads = 0
    const wrap = (store: Store): Store =>
      observedStore(store, async (operation, call) => {
        if (operation === 'feed.read') reads++
        return call()
      })
    api = await openSync({ wrap })
    await many(400, 'x'.repeat(19_000))
    const reader = await open('?limit=1', accept)
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => void setImmediate(resolve))
    expect(reads).toBeGreaterThan(0)
    expect(reads).toBeLessThan(100) // there are more than 400; buffers take some
    await reader.leave()
  })

  test('[H7] a restore in the middle starts again, which the next line says', async () => {
    await many(4_000, 'x'.repeat(300))
    const reader = await open('')
    const first = await reader.line()
    await api.graph.feed.raiseEpoch(NOON)
    const lines: PullAnswer[] = []
    for (let line = await reader.line(); line; line = await reader.line()) lines.push(line)
    const resets = lines.filter(({ reset }) => reset)
    expect(resets).toMatchObject([{ epoch: first!.epoch + 1 }])
    const again = lines.slice(lines.indexOf(resets[0]!)).flatMap(({ records }) => records)
    expect(again).toHaveLength((await pulls('', 5_000)).flatMap((one) => (one as PullAnswer).records).length)
  })

  test('ends after the session has ended, and the device can see that more follows', async () => {
    await many(4_000, 'x'.repeat(300))
    const reader = await open('')
    const lines = [await reader.line()]
    const [phone] = await api.store.sessions.list('me')
    await api.store.sessions.end(phone!.id, NOON)
    for (let line = await reader.line(); line; line = await reader.line()) lines.push(line)
    expect(lines.length).toBeLessThan(5)
    expect(lines.at(-1)).toMatchObject({ more: true })
    expect((await api.call(PATH, { token: api.session })).status).toBe(401)
  })

  test('an archive that is left gives its memory back, so that others go on', async () => {
    await many(2_000, 'x'.repeat(300))
    for (let round = 0; round < 3; round++) {
      const readers = await Promise.all(Array.from({ length: 20 }, async () => open('')))
      for (const reader of readers) expect(await reader.line()).toMatchObject({ more: true })
      for (const reader of readers) await reader.leave()
    }
  })

  test.each([
    ['?cursor=', BEGIN_AGAIN],
    ['?cursor=yesterday', BEGIN_AGAIN],
    ['?cursor=1&cursor=1', 'cursor is repeated. Send it once.'],
    ['?limit=0', 'limit takes a whole number from 1 to 5000, not "0".'],
    ['?limit=5001', 'limit takes a whole number from 1 to 5000, not "5001".'],
  ])('[D6.4] %s: 400', async (query, words) => {
    const { status, body } = await api.call(PATH + query, { token: api.session })
    expect([status, body['error']]).toEqual([400, words])
  })

  test('an outdated cursor leads to the beginning, as in a pull', async () => {
    const { body } = await api.pull()
    await api.graph.feed.raiseEpoch(NOON)
    const lines = await archive(`?cursor=${body['cursor'] as string}&limit=3`)
    expect(lines.map(({ reset }) => reset)).toEqual(lines.map((_, i) => i === 0))
    expect(lines.flatMap(({ records }) => ids(records))).toEqual(ids(body['records']))
  })

  test('needs a session', async () => {
    expect(codeOf(await api.call(PATH))).toEqual([403, 'forbidden'])
    expect(codeOf(await api.call(PATH, { token: null }))).toEqual([401, 'unauthorized'])
    expect((await api.call(PATH, { method: 'POST', token: api.session })).status).toBe(405)
  })

  test('HEAD has the headers alone', async () => {
    const { status, headers, text } = await api.call(PATH, { method: 'HEAD', token: api.session })
    expect([status, headers.get('content-type'), text]).toEqual([
      200,
      'application/x-ndjson; charset=utf-8',
      '',
    ])
  })
})
