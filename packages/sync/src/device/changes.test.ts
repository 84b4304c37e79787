/** [sync device 7c] Changes as an app hears of them: by whom, the values before, since a point, and readings that follow. */
import type { BlockRecord } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { made, settled, twoDevices, type TwoDevices } from '../../test/device.ts'
import { watch, type GraphChange } from '../index.ts'

let clock: TwoDevices['clock']
let a: TwoDevices['a']
let b: TwoDevices['b']
let everybody: TwoDevices['everybody']
let pageId: string
let id: string
let heard: GraphChange[]

beforeEach(async () => {
  ;({ clock, a, b, everybody } = await twoDevices())
  pageId = await made(a.engine.openPage('Tea'))
  id = await made(a.engine.addBlock({ pageId }, 'first'))
  await everybody()
  heard = []
  a.engine.on('changes', (change) => heard.push(change))
})

describe('[sync device 7c] a change', () => {
  test('says by whom it is: this window, another one or the server', async () => {
    const seen: GraphChange[] = []
    const two = a.engine.editsOf('two', (change) => seen.push(change))
    await a.engine.setText(id, 'of the app')
    await two.setText(id, 'of the window')
    await everybody(a, b)
    await b.engine.setText(id, 'of another device')
    await everybody(b, a)
    expect(heard.map(({ by }) => by)).toEqual(['here', 'window', 'server'])
    expect(seen.map(({ by }) => by)).toEqual(['window', 'here', 'server'])
    two.end()
    await a.engine.setText(id, 'later')
    expect([heard.length, seen.length]).toEqual([4, 3])
  })

  test('has the values before and after, and the pages', async () => {
    const other = await made(a.engine.openPage('Coffee'))
    heard = []
    await a.engine.setText(id, 'second')
    await a.engine.moveBlock(id, { pageId: other })
    expect(heard).toMatchObject([
      { ids: [id], pages: [pageId], changes: [{ id, group: 'words', was: 'first', is: 'second' }] },
      { ids: [id], pages: [pageId, other], changes: [{ id, group: 'place' }] },
    ])
    const undone = await a.engine.undo(heard[0]!.changes!)
    expect(undone.skipped).toEqual([])
    expect(((await a.engine.record(id)) as BlockRecord).words.text).toBe('first')
  })

  test('of more than 500 records has those that went alone', async () => {
    const many = Array.from({ length: 600 }, (_, n) => `cup ${n}`)
    await a.engine.edit(many.map((text) => ({ do: 'addBlock', where: { pageId }, text })))
    await everybody()
    const there: GraphChange[] = []
    b.engine.on('changes', (change) => there.push(change))
    heard = []
    await a.engine.deletePage(pageId)
    await everybody()
    await b.engine.allowDeletion()
    for (const [change] of [heard, there]) {
      expect(change!.changes).toBeUndefined()
      expect(change!.gone).toHaveLength(602)
    }
    expect((await a.engine.undo(heard[0]!.gone!)).skipped).toEqual([])
    expect(await a.page(pageId)).toEqual(['first', ...many])
  })

  test('that nobody can notice is none, such as the answer to a push', async () => {
    await a.engine.setText(id, 'second')
    await a.engine.sync()
    await a.engine.keep([['app', '1']])
    expect(heard.map(({ by }) => by)).toEqual(['here'])
  })
})

describe('[sync device 7c] the changes since a point', () => {
  test('are those after it, and after a restart nobody knows', async () => {
    const start = await a.engine.changesSince()
    for (const text of ['one', 'two']) await a.engine.setText(id, text)
    const since = await a.engine.changesSince(heard[0]!.point)
    expect(since).toMatchObject({ ok: true, point: heard[1]!.point, changes: [{ ids: [id] }] })
    expect(await a.engine.changesSince(start.point)).toMatchObject({ ok: true, changes: heard })
    await a.engine.stop()
    clock.now += 1
    await a.engine.open()
    expect(await a.engine.changesSince(start.point)).toMatchObject({ ok: false, code: 'too_old' })
    expect(await a.engine.changesSince('nonsense')).toMatchObject({ ok: false, code: 'too_old' })
  })

  test('are no longer known after a thousand others', async () => {
    const { point } = await a.engine.changesSince()
    for (let n = 0; n < 1_000; n++) await a.engine.setText(id, `${n}`)
    expect(await a.engine.changesSince(point)).toMatchObject({ ok: true })
    await a.engine.setText(id, 'one more')
    expect(await a.engine.changesSince(point)).toMatchObject({ ok: false, code: 'too_old' })
  })
})

describe('[sync device 7c] a watch', () => {
  const texts = async () => (await a.engine.blocks(pageId)).map(({ record }) => record.words.text)

  test('of a page reads it again after a change there, and not after another one', async () => {
    const shown: (readonly [string[], string[]])[] = []
    let reads = 0
    const end = watch(
      a.engine,
      async () => (reads++, texts()),
      (value, changes) => shown.push([value, changes.map(({ by }) => by)]),
      { pages: [pageId] },
    )
    await settled()
    await a.engine.setText(id, 'second')
    await settled()
    await a.engine.openPage('Coffee')
    await settled()
    expect(shown).toEqual([
      [['first'], []],
      [['second'], ['here']],
    ])
    expect(reads).toBe(2)
    end()
    await a.engine.setText(id, 'third')
    await settled()
    expect(shown.length).toBe(2)
  })

  test('of a query says when the answer is another one', async () => {
    const found: number[] = []
    const end = watch(
      a.engine,
      async () => (await a.engine.search('rye')).total,
      (total) => found.push(total),
    )
    await settled()
    await made(a.engine.addBlock({ pageId }, 'rye'))
    await settled()
    await made(a.engine.addBlock({ pageId }, 'wheat'))
    await settled()
    await b.engine.setText(id, 'rye')
    await everybody(b, a)
    await settled()
    expect(found).toEqual([0, 1, 2])
    end()
  })

  test('goes on after a reading or a listener that failed', async () => {
    const failures: unknown[] = []
    let value = 0
    const end = watch(
      a.engine,
      async () => ++value,
      (shown) => {
        if (shown === 1) throw new Error('no')
      },
      { failed: (error) => failures.push(error) },
    )
    await settled()
    await a.engine.setText(id, 'second')
    await settled()
    expect([failures.length, value]).toEqual([1, 2])
    end()
  })

  test('reads again after a reading that failed, if a change came meanwhile', async () => {
    let fail = (): void => {}
    const shown: string[][] = []
    let reads = 0
    const end = watch(
      a.engine,
      async () => {
        if (reads++ > 0) return texts()
        return new Promise<string[]>((_, failed) => (fail = () => failed(new Error('busy'))))
      },
      (value) => shown.push(value),
      { failed: () => {} },
    )
    await a.engine.setText(id, 'second')
    fail()
    await settled()
    expect(shown).toEqual([['second']])
    end()
  })
})
