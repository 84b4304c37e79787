/**
 * Three servers over one PostgreSQL, each with a data folder of its own, as on three machines.
 *
 * @module-tag postgres
 * @module-tag process
 */
import { makeBlock } from '@notegraph/graph'
import { describePostgres, runSql } from '@notegraph/postgres-tests'
import type { ServerState, Transport } from '@notegraph/sync'
import { describe, expect, test } from 'vitest'
import { testHistories } from './histories-of-servers.ts'
import { archive, importedPages, importOf, startImport } from './imports-of-servers.ts'
import { LIMITS_ENV, testLimits } from './limits-of-servers.ts'
import { testPrograms } from './programs-of-servers.ts'
import { numberOf, textOf, useServers, type Server } from './servers.ts'

const [WRITERS, WRITES_EACH] = [8, 12]
const [PAGES, BLOCKS] = [1_200, 10]

describePostgres('three servers over one PostgreSQL', (database) => {
  const env = () => ({ ...LIMITS_ENV, NOTEGRAPH_DATABASE_URL: database.url })
  const servers = useServers({ count: 3, env, isApart: true })
  const serverOf = (n: number): Server => servers.all[n % servers.all.length]!

  test('send a feed without a gap or a repetition while eight clients write', async () => {
    const page = (await servers.all[0]!.send('POST', '/notes/pages', { body: { name: 'Feed' } })).body['page']
    const written: string[] = []
    const over = new AbortController()

    async function write(writer: number): Promise<void> {
      for (let n = 0; n < WRITES_EACH; n++) {
        const server = serverOf(writer + n)
        const id = writer % 2 === 0 ? await pushed(server.device, writer, n) : await added(server, writer, n)
        written.push(id)
      }
    }
    async function added(server: Server, writer: number, n: number): Promise<string> {
      const { status, body } = await servers.addBlock(server, 'Feed', `${writer}.${n}`)
      expect(status).toBe(200)
      return body['block'].id
    }
    async function pushed(device: Transport, writer: number, n: number): Promise<string> {
      const state = await device.pull(undefined)
      const id = `pushed-${writer}-${n}`
      const place = { pageId: page.id, parentId: null, order: 1_000 * writer + n }
      const record = makeBlock({ id, content: id, rev: `rev-${id}`, ...place, now: Date.now() })
      const reply = await device.push({
        epoch: state.ok ? state.value.epoch : 0,
        device: `device-${writer}`,
        records: [{ record, dirty: ['words', 'place'], seen: [], drops: [] }],
      })
      expect(reply).toMatchObject({ ok: true, value: { results: [{ id, outcome: 'applied' }] } })
      return id
    }

    /** Follows the feed, each time on another server. @returns the ids of the blocks in their order */
    async function follow(start: number, isOver: () => boolean): Promise<string[]> {
      const ids: string[] = []
      let cursor: string | undefined
      for (let n = start; ; n++) {
        const isLast = isOver()
        const reply = await serverOf(n).device.pull(cursor)
        if (!reply.ok) throw new Error(`a pull returned ${reply.status}`)
        const { records, more, reset } = reply.value
        expect(reset).toBe(false)
        for (const record of records)
          if (record.kind === 'block' && record.place.pageId === page.id) ids.push(record.id)
        cursor = reply.value.cursor
        if (isLast && !more) return ids
      }
    }

    const writers = Promise.all(Array.from({ length: WRITERS }, async (_, writer) => write(writer)))
    const [, ...orders] = await Promise.all([
      writers.finally(() => over.abort()),
      ...[0, 1, 2].map(async (start) => follow(start, () => over.signal.aborted)),
    ])
    expect(written).toHaveLength(WRITERS * WRITES_EACH)
    const order = await follow(0, () => true)
    expect(order.toSorted()).toEqual(written.toSorted())
    expect(orders).toEqual([order, order, order])
  })

  test('put fifty writes of one block in one order', async () => {
    const { id } = (await servers.addBlock(servers.all[0]!, 'today', 'start')).body['block']
    const replies = await servers.atOnce(50, async (server, n) =>
      server.send('PATCH', `/notes/blocks/${id}`, { body: { text: `write ${n}` } }),
    )
    expect(numberOf(replies, 200) + numberOf(replies, 409)).toBe(50)
    const applied = replies.flatMap(({ status }, n) => (status === 200 ? [`write ${n}`] : []))
    expect(applied.length).toBeGreaterThan(10)

    type Sides = { id: string; before?: string; after?: string }[]
    const stories = await Promise.all(
      servers.all.map(async (server) => {
        const { body } = await server.send('GET', '/settings/changes?limit=100&touched=true', {
          secret: servers.session,
        })
        const changes = (body['changes'] as { id: string; touched: Sides }[]).toReversed()
        return changes.flatMap(({ touched }) => touched.filter((side) => side.id === id))
      }),
    )
    const [story] = stories
    expect(stories).toEqual([story, story, story])
    const texts = story!.map(({ after }) => after)
    expect(story!.map(({ before }) => before)).toEqual([undefined, ...texts.slice(0, -1)])
    expect(new Set(texts)).toEqual(new Set(['start', ...applied]))
    expect(texts).toHaveLength(1 + applied.length)
    for (const server of servers.all) expect(await textOf(server, id)).toBe(texts.at(-1))
  })

  test('show a write on one in the live stream of another', async () => {
    const heard: ServerState[] = []
    const closed = new AbortController()
    const stream = servers.all[1]!.device.listen!((state) => state && heard.push(state), closed.signal)
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    const { head } = heard.at(-1)!
    await servers.addBlock(servers.all[0]!, 'today', 'seen elsewhere')
    await expect.poll(() => heard.at(-1)!.head).toBe(head + 1)
    closed.abort()
    await stream.catch(() => {})
  })

  testHistories(servers)
  testPrograms(servers)

  describe('after a server was killed in the middle of an import', () => {
    test(
      'have whole pages, report that the import was interrupted, and import again',
      { timeout: 300_000 },
      async () => {
        const zip = await archive(PAGES, BLOCKS)
        const [one, other] = servers.all as [Server, Server]
        expect((await startImport(one, zip, servers)).status).toBe(200)
        await expect
          .poll(async () => (await importedPages(other)).length, { interval: 50 })
          .toBeGreaterThan(0)
        await one.kill()
        const before = await importedPages(other)
        expect(before.length).toBeLessThan(PAGES)
        expect(before.filter((blocks) => blocks !== BLOCKS)).toEqual([])

        expect((await startImport(other, zip, servers)).status).toBe(409)
        // As if its process had been silent for half a minute.
        await runSql(database.url, "UPDATE import_job SET seen_at = seen_at - 30000 WHERE account_id = 'me'")
        expect(await importOf(other, servers)).toMatchObject({ state: 'cut_off' })
        expect(await importedPages(other)).toEqual(before)

        expect((await startImport(other, zip, servers)).status).toBe(200)
        await servers.startAt(0)
        for (const server of servers.all) {
          await expect
            .poll(async () => (await importOf(server, servers))['state'], { interval: 250 })
            .toBe('done')
          expect(await importedPages(server)).toEqual(Array.from({ length: PAGES }, () => BLOCKS))
        }
        expect(await importOf(other, servers)).toMatchObject({
          report: { pages: PAGES - before.length, blocks: BLOCKS * (PAGES - before.length) },
        })
      },
    )
  })

  testLimits(servers)
})
