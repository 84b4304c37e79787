import { makeBlock, type GraphRecord } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { Clock, device, made, settled } from '../../test/device.ts'
import { memoryServer, type MemoryServer } from '../../test/memory-server.ts'
import type { PageRecordsAnswer, Transport } from '../index.ts'

const aBlock = makeBlock({ id: 'x', content: 'x', rev: 'r', pageId: 'p', parentId: null, order: 9, now: 1 })

let clock: Clock
let server: MemoryServer
let tea: string

beforeEach(async () => {
  clock = new Clock()
  server = memoryServer(() => clock.now, 3)
  const { engine } = device('a', server, clock)
  await engine.sync()
  for (const name of ['Salt', 'Tea']) {
    tea = await made(engine.openPage(name))
    for (const text of ['one', 'two', 'three'])
      await made(engine.addBlock({ pageId: tea }, `${name} ${text}`))
  }
  await engine.sync()
})

const answerOf = (id: string): PageRecordsAnswer => ({
  records: [...server.records.values()].flatMap(({ record }): GraphRecord[] =>
    record.deleted === undefined && (record.kind === 'page' ? record.id : record.place.pageId) === id
      ? [record]
      : [],
  ),
  epoch: server.epoch,
  account: server.account,
  more: false,
  now: clock.now,
  head: server.head,
})

/** A new device whose pulls wait, and whose page does not. */
function newcomer(answer: (id: string) => PageRecordsAnswer = answerOf) {
  let release = (): void => {}
  const held = new Promise<void>((done) => (release = done))
  const asked: string[] = []
  const transport: Transport = {
    pull: async (cursor) => {
      await held
      return server.pull(cursor)
    },
    push: async (body) => server.push(body),
    page: async (id) => {
      asked.push(id)
      return { ok: true, value: answer(id) }
    },
  }
  const it = device('b', transport, clock)
  return { engine: it.engine, page: async (id: string) => it.page(id), asked, release }
}

describe('[O1.5] one page ahead of the first pull', () => {
  test('is read and written meanwhile, and what was typed before appends and stays there', async () => {
    const { engine, page, release } = newcomer()
    const syncing = engine.sync()
    await made(engine.openPage('Tea', { id: tea }))
    await made(engine.addBlock({ pageId: tea }, 'typed at once'))
    await engine.pullPageFirst(tea)
    const lines = ['Tea one', 'Tea two', 'Tea three', 'typed at once']
    expect(await page(tea)).toEqual(lines)
    await made(engine.addBlock({ pageId: tea }, 'typed later'))
    release()
    expect(await syncing).toMatchObject({ ok: true })
    expect(await page(tea)).toEqual([...lines, 'typed later'])
    expect(engine.state).toMatchObject({ status: 'idle', pending: 0 })
    expect(await engine.pages()).toHaveLength(2)
  })

  test('what is typed before stays last without it too', async () => {
    const { engine, page, release } = newcomer()
    const syncing = engine.sync()
    await made(engine.openPage('Tea', { id: tea }))
    await made(engine.addBlock({ pageId: tea }, 'typed'))
    release()
    await syncing
    expect(await page(tea)).toEqual(['Tea one', 'Tea two', 'Tea three', 'typed'])
  })

  test('takes nothing back that the pull brings', async () => {
    const old = answerOf(tea)
    const other = device('c', server, clock)
    await other.engine.sync()
    const [one, two] = await other.engine.blocks(tea)
    await other.engine.setText(one!.record.id, 'Tea first')
    await other.engine.deleteBlock(two!.record.id)
    await other.engine.sync()
    for (const isLate of [false, true]) {
      const { engine, page, release } = newcomer(() => old)
      const syncing = engine.sync()
      if (!isLate) await engine.pullPageFirst(tea)
      release()
      await settled()
      if (isLate) await engine.pullPageFirst(tea)
      expect(await syncing).toMatchObject({ ok: true })
      expect(await page(tea)).toEqual(['Tea first', 'Tea three'])
    }
  })

  test.each([
    ['another account', { account: 'you' }],
    ['another server', { epoch: 2 }],
  ])('of %s is not stored', async (_, part) => {
    const other = {
      ...aBlock,
      id: 'other',
      place: { ...aBlock.place, pageId: tea },
    }
    const { engine, page, release } = newcomer((id) => ({ ...answerOf(id), ...part, records: [other] }))
    release()
    // The first answer of the pull is here.
    const syncing = engine.sync()
    while ((await engine.pages()).length === 0) await settled()
    await engine.pullPageFirst(tea)
    expect(await page(tea)).not.toContain('x')
    expect(await syncing).toMatchObject({ ok: true })
  })

  test('is not asked for once everything is here', async () => {
    const { engine, asked, release } = newcomer()
    release()
    await engine.sync()
    await engine.pullPageFirst(tea)
    expect(asked).toEqual([])
  })
})
