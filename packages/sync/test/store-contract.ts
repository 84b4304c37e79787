/** The requirements of every device store, whatever its database is. */
import type { GraphRecord } from '@notegraph/graph'
import { describe, expect } from 'vitest'
import { NO_META } from '../src/device/local.ts'
import type { Local, LocalFile, LocalStore, Meta } from '../src/index.ts'
import { block, page } from './builder.ts'
import { Clock, device, made, settled } from './device.ts'
import { memoryServer } from './memory-server.ts'

export interface Kept {
  readonly store: LocalStore
  /** Opens the stored data again, as after a restart of the program. */
  readonly reopen: () => Promise<LocalStore>
}

const local = (record: GraphRecord, rest: Partial<Local> = {}): Local => ({
  record,
  dirty: {},
  follows: {},
  seen: [],
  drops: [],
  pass: 1,
  ...rest,
})
const META: Meta = { ...NO_META, cursor: '1.5', epoch: 1, head: 5, touched: ['p'], absent: { q: 7 } }
const refusal = { code: 'bad_request', error: 'No.', hint: '' }
const bytes = (...numbers: number[]) => new Uint8Array(numbers)
const ids = (found: readonly Local[]) => found.map(({ record }) => record.id).toSorted()

async function scanned(store: LocalStore): Promise<string[]> {
  const all: string[] = []
  for await (const batch of store.scan()) all.push(...batch.map(({ record }) => record.id))
  return all.toSorted()
}

/**
 * @param test runs one check in the environment of the store
 */
export function storeContract(
  test: (name: string, check: () => Promise<void>) => void,
  open: () => Promise<Kept>,
  keeps: boolean,
  cutEvery = 1,
): void {
  describe('stored data', () => {
    test('a new store is empty', async () => {
      const { store } = await open()
      expect(await store.meta()).toBeUndefined()
      expect(await store.get(['a'])).toEqual([undefined])
      expect([await store.find('page'), await store.count('page'), await scanned(store)]).toEqual([[], 0, []])
      expect([await store.own('x'), await store.ownKeys('')]).toEqual([undefined, []])
      await store.close()
    })

    test('committed data survives a restart', async () => {
      const { store, reopen } = await open()
      const strange = page('p', 'Täg 日本 "x"', { ['__proto__']: 'own', constructor: '\u{1f680}' })
      const conflicted = {
        ...block('b', 'line\nline\t\u0001'),
        versions: [{ text: '', rev: 'v', at: 3, device: 'd' }],
        future: { nested: [1, 'two', null] },
      }
      const puts = [
        local(strange, { dirty: { 'props.name': 3 }, follows: { 'props.name': 1.5 }, seen: ['r'] }),
        local(conflicted, { drops: ['x'], refused: refusal, fate: { record: null }, pass: 4 }),
      ]
      await store.commit({ puts, removes: [], meta: META, own: [['app', '{"a":1}']] })
      const again = keeps ? await reopen() : store
      expect(await again.meta()).toEqual(META)
      expect(await again.get(['b', 'none', 'p'])).toEqual([puts[1], undefined, puts[0]])
      expect(Object.keys((await again.get(['p']))[0]!.record.props)).toEqual([
        'name',
        '__proto__',
        'constructor',
      ])
      expect(await again.own('app')).toBe('{"a":1}')
      await again.close()
    })

    test('app values are listed by key prefix until deleted', async () => {
      const { store } = await open()
      const own = ['file:b', 'file:a', 'other', 'file:ä', 'filé'].map((key) => [key, key] as const)
      await store.commit({ puts: [], removes: [], meta: META, own })
      await store.commit({
        puts: [],
        removes: [],
        meta: META,
        own: [
          ['file:b', null],
          ['other', 'new'],
          ['none', null],
        ],
      })
      expect(await store.ownKeys('file:')).toEqual(['file:a', 'file:ä'])
      expect(await store.ownKeys('')).toHaveLength(4)
      expect([await store.own('file:b'), await store.own('other')]).toEqual([undefined, 'new'])
      await store.close()
    })
  })

  describe('lookups', () => {
    test('records are found by their current marks', async () => {
      const { store } = await open()
      const blocks = ['b1', 'b2', 'b3'].map((id) => local(block(id, id), { dirty: { words: 1 } }))
      await store.commit({ puts: [local(page('p', 'Tea')), ...blocks], removes: [], meta: META })
      expect(ids(await store.find('on:p'))).toEqual(['b1', 'b2', 'b3'])
      expect([await store.find('on:p', 2), await store.find('on:p', 0)].map(({ length }) => length)).toEqual([
        2, 0,
      ])
      expect([await store.count('pending:block'), await store.count('on:')]).toEqual([3, 0])
      expect(ids(await store.find('name:tea'))).toEqual(['p'])

      const moved = local(block('b1', 'b1', { pageId: 'q' }))
      const gone = local({ ...block('b2', 'b2'), deleted: 9 }, { refused: refusal })
      await store.commit({ puts: [moved, gone, local(page('p', 'Chá'))], removes: ['b3', 'no'], meta: META })
      expect([ids(await store.find('on:p')), ids(await store.find('on:q'))]).toEqual([[], ['b1']])
      expect([await store.count('pending:block'), ids(await store.find('refused'))]).toEqual([0, ['b2']])
      expect([ids(await store.find('name:tea')), ids(await store.find('name:chá'))]).toEqual([[], ['p']])
      expect(await scanned(store)).toEqual(['b1', 'b2', 'p'])
      await store.close()
    })

    test('the second edit of an unpushed record is found', async () => {
      const { store, reopen } = await open()
      const edits = ['first', 'second'].map((text, n) => local(block('b', text), { dirty: { words: n + 1 } }))
      for (const edit of edits) await store.commit({ puts: [edit], removes: [], meta: META })
      const again = keeps ? await reopen() : store
      expect(await again.get(['b'])).toEqual([edits[1]])
      expect(await again.find('pending:block')).toEqual([edits[1]])
      await again.close()
    })

    test('a scan returns each record once, also during writes', async () => {
      const { store } = await open()
      const many = Array.from({ length: 2_345 }, (_, i) => local(block(`b${i}`, 'x')))
      await store.commit({ puts: many, removes: [], meta: META })
      const seen: string[] = []
      for await (const batch of store.scan()) {
        seen.push(...ids(batch))
        await store.commit({ puts: batch.slice(0, 3), removes: [], meta: META })
      }
      expect(new Set(seen).size).toBe(2_345)
      expect(seen).toHaveLength(2_345)
      expect(await store.count('on:p')).toBe(2_345)
      await store.close()
    })
  })

  describe('atomic commits', () => {
    test('[sync device 2] a failed page of records does not advance the cursor', async () => {
      const { store, reopen } = await open()
      const before = { puts: [local(block('a', 'one'))], removes: [], meta: META, own: [['k', 'v']] as const }
      await store.commit(before)
      const broken = { ...local(block('c', 'x')), record: null as unknown as GraphRecord }
      const next = { ...META, cursor: '1.9' }
      const change = { puts: [local(block('b', 'two')), broken], removes: ['a'], meta: next }
      await expect(store.commit({ ...change, own: [['k', null]] })).rejects.toThrow()
      const again = keeps ? await reopen() : store
      expect([await again.meta(), await scanned(again), await again.own('k')]).toEqual([META, ['a'], 'v'])
      expect(await again.count('on:p')).toBe(1)
      await again.close()
    })
  })

  describe('files', () => {
    const file = (id: string, rest: Partial<LocalFile> = {}): LocalFile => ({
      id,
      name: `${id}.png`,
      type: 'image/png',
      size: 3,
      used: 1,
      ...rest,
    })

    test('a new store has no files', async () => {
      const { store } = await open()
      expect([await store.files.list(), await store.files.bytes('a')]).toEqual([[], undefined])
      await store.close()
    })

    test('files and their bytes survive a restart', async () => {
      const { store, reopen } = await open()
      const failed = { code: 'quota_full', error: 'Full.', hint: '' }
      const [a, b] = [file('a', { upload: { failed } }), file('b', { name: 'Täg 日本.png', formerly: 'c' })]
      const kept = bytes(0, 255, 7)
      await store.files.commit({
        puts: [
          { file: b, bytes: bytes() },
          { file: a, bytes: kept },
        ],
        removes: [],
      })
      kept[0] = 9
      const again = keeps ? await reopen() : store
      expect(await again.files.list()).toEqual([a, b])
      expect(await again.files.bytes('a')).toEqual(bytes(0, 255, 7))
      expect(await again.files.bytes('b')).toEqual(bytes())
      await again.close()
    })

    test('writing an entry without bytes keeps the stored bytes', async () => {
      const { store } = await open()
      await store.files.commit({
        puts: [{ file: file('a', { upload: {} }), bytes: bytes(1, 2, 3) }],
        removes: [],
      })
      await store.files.commit({ puts: [{ file: file('a') }], removes: [] })
      expect(await store.files.list()).toEqual([file('a')])
      expect(await store.files.bytes('a')).toEqual(bytes(1, 2, 3))
      await store.close()
    })

    test('a commit with an entry without bytes is rejected as a whole', async () => {
      const { store } = await open()
      await store.files.commit({ puts: [{ file: file('a'), bytes: bytes(1, 2, 3) }], removes: [] })
      const change = { puts: [{ file: file('b'), bytes: bytes(4) }, { file: file('c') }], removes: ['a'] }
      await expect(store.files.commit(change)).rejects.toThrow()
      expect(await store.files.list()).toEqual([file('a')])
      expect([await store.files.bytes('a'), await store.files.bytes('b')]).toEqual([
        bytes(1, 2, 3),
        undefined,
      ])
      await store.close()
    })

    test('removals delete the bytes before anything is written', async () => {
      const { store } = await open()
      const both = ['a', 'b'].map((id) => ({ file: file(id), bytes: bytes(1, 2, 3) }))
      await store.files.commit({ puts: both, removes: [] })
      await store.files.commit({ puts: [{ file: file('b'), bytes: bytes(4) }], removes: ['a', 'b', 'none'] })
      expect((await store.files.list()).map(({ id }) => id)).toEqual(['b'])
      expect([await store.files.bytes('a'), await store.files.bytes('b')]).toEqual([undefined, bytes(4)])
      await store.close()
    })
  })

  describe('an engine over the store', () => {
    test('uploads a file that was added before a restart', async () => {
      const { store, reopen } = await open()
      const clock = new Clock()
      const server = memoryServer(() => clock.now)
      server.isDown = true
      const first = device('a', server, clock, { store })
      await first.engine.start()
      const file = await first.engine.attach({ name: 'leaf.png', bytes: bytes(1, 2, 3) })
      await first.engine.stop()
      server.isDown = false
      const second = device('a', server, clock, { store: keeps ? await reopen() : store })
      await second.engine.start()
      expect(second.engine.uploads()).toMatchObject([{ name: 'leaf.png', size: 3 }])
      await second.engine.sync()
      expect(second.engine.uploads()).toEqual([])
      expect(file).toMatchObject({ ok: true, id: [...server.held.keys()][0] })
      expect([...server.held.values()]).toMatchObject([{ name: 'leaf.png', bytes: bytes(1, 2, 3) }])
      await second.engine.stop()
      await second.store.close()
    })

    test('[sync device 7a] an edit reads and writes as much on a page of 3,000 blocks as on one of 30', async () => {
      const clock = new Clock()
      const costs = []
      for (const size of [30, 3_000]) {
        const { store } = await open()
        const blocks = Array.from({ length: size }, (_, n) => local(block(`b${n}`, 'x', { order: n })))
        await store.commit({ puts: [local(page('p', 'Tea')), ...blocks], removes: [], meta: META })
        const cost = { read: 0, written: 0 }
        const { engine } = device(
          'a',
          memoryServer(() => clock.now),
          clock,
          { store: counted(store, cost) },
        )
        await engine.open()
        await made(engine.addBlock({ pageId: 'p', behind: 'b7' }, 'reads the page once'))
        cost.read = 0
        const id = await made(engine.addBlock({ pageId: 'p', behind: 'b9' }, 'x'))
        await made(engine.setText(id, 'y'))
        await made(engine.moveBlock(id, { pageId: 'p', parentId: 'b2' }))
        await made(engine.moveBlock('b2', { pageId: 'p', behind: null }))
        await made(engine.deleteBlock('b2'))
        await made(engine.deleteBlock('b3'))
        costs.push(cost)
        await store.close()
      }
      expect(costs[1]).toEqual(costs[0])
      expect(costs[0]!.read).toBeLessThan(20)
    })

    test('continues after a restart', async () => {
      const { store, reopen } = await open()
      const clock = new Clock()
      const server = memoryServer(() => clock.now, 2)
      server.isDown = true
      const first = device('a', server, clock, { store })
      await first.engine.start()
      const pageId = await made(first.engine.openPage('Tea'))
      await first.engine.addBlock({ pageId }, 'typed without a network')
      await first.engine.stop()
      server.isDown = false
      const second = device('a', server, clock, { store: keeps ? await reopen() : store })
      await second.engine.start()
      await second.engine.sync()
      expect(await second.engine.pending()).toEqual({ waiting: 0, refused: [] })
      expect([...server.records.keys()]).toHaveLength(2)
      await second.engine.stop()
      await second.store.close()
    })

    test('ends with the same graph if any commit of a sync is cut off', async () => {
      for (let cut = 0, isDone = false; !isDone; cut += cutEvery) {
        const { store, reopen } = await open()
        const clock = new Clock()
        const server = memoryServer(() => clock.now, 2)
        const other = device('o', server, clock)
        await other.engine.start()
        const pageId = await made(other.engine.openPage('Tea'))
        for (const text of ['one', 'two', 'three']) await made(other.engine.addBlock({ pageId }, text))
        await other.engine.sync()

        const failing = device('a', server, clock, { store: cutOff(store, cut) })
        await failing.engine.start()
        await settled()
        const mine = await failing.engine.openPage('Coffee').catch(() => undefined)
        if (mine?.ok) await failing.engine.addBlock({ pageId: mine.id }, 'beans').catch(() => {})
        await failing.engine.sync()
        isDone = failing.engine.state.status === 'idle'
        await failing.engine.stop()

        const back = device('a', server, clock, { store: keeps ? await reopen() : store })
        await back.engine.start()
        for (let round = 0; round < 2; round++) for (const { engine } of [back, other]) await engine.sync()
        expect(back.engine.state).toMatchObject({ status: 'idle' })
        expect(await back.page(pageId)).toEqual(['one', 'two', 'three'])
        const names = async ({ engine }: typeof back) => (await engine.pages()).map(({ id }) => id).toSorted()
        expect(await names(back)).toEqual(await names(other))
        for (const id of await names(back)) expect(await back.page(id)).toEqual(await other.page(id))
        for (const one of [back, other]) await one.engine.stop()
        await back.store.close()
        expect(cut).toBeLessThan(50)
      }
    })
  })
}

/** A store that counts the records that go through it. */
function counted(store: LocalStore, cost: { read: number; written: number }): LocalStore {
  const counts = async (found: Promise<(Local | undefined)[]>): Promise<(Local | undefined)[]> => {
    cost.read += (await found).length
    return found
  }
  return {
    ...store,
    get: async (ids) => counts(store.get(ids)),
    find: async (mark, limit) => (await counts(store.find(mark, limit))) as Local[],
    async *scan() {
      for await (const batch of store.scan()) {
        cost.read += batch.length
        yield batch
      }
    },
    commit: async (change) => {
      cost.written += change.puts.length + change.removes.length
      return store.commit(change)
    },
  }
}

/**
 * A store that fails at one of its commits. At an even number, it commits and reports a failure; at an odd one, it does
 * not commit.
 */
function cutOff(store: LocalStore, cut: number): LocalStore {
  let commits = 0
  return {
    ...store,
    commit: async (change) => {
      const at = commits++
      if (at > Math.floor(cut / 2)) throw new Error('cut off')
      if (at < Math.floor(cut / 2)) return store.commit(change)
      if (cut % 2 === 0) await store.commit(change)
      throw new Error('cut off')
    },
  }
}
