import { beforeEach, describe, expect, test } from 'vitest'
import { made, twoDevices, type TwoDevices } from '../../test/device.ts'

let clock: TwoDevices['clock']
let server: TwoDevices['server']
let a: TwoDevices['a']
let b: TwoDevices['b']
let everybody: TwoDevices['everybody']

beforeEach(async () => {
  ;({ clock, server, a, b, everybody } = await twoDevices())
})

describe('a refused record', () => {
  test('is reported, does not block other records, and is pushed again after an edit', async () => {
    const page = await made(a.engine.openPage('Tea'))
    for (let n = 0; n < 3; n++) await a.engine.setProp(page, `p${n}`, 'x'.repeat(30_000))
    await a.engine.openPage('Coffee')
    await everybody()
    const { waiting, refused } = await a.engine.pending()
    expect([waiting, refused.map(({ id }) => id)]).toEqual([0, [page]])
    expect(refused[0]!.reason.error).toContain('65536')
    expect((await b.engine.pages()).length).toBe(1)
    await a.engine.setProp(page, 'p0', null)
    await everybody()
    expect(await a.engine.pending()).toEqual({ waiting: 0, refused: [] })
    expect((await b.engine.pages()).length).toBe(2)
  })

  test('is pushed again within an hour, also after the clock was set back', async () => {
    const page = await made(a.engine.openPage('Tea'))
    for (let n = 0; n < 3; n++) await a.engine.setProp(page, `p${n}`, 'x'.repeat(30_000))
    await everybody()
    for (const hours of [1, -2, -0.5]) {
      clock.now += hours * 3_600_000
      server.calls.length = 0
      await a.engine.sync()
      expect(server.calls).toContain('push')
    }
  })

  test('[sync device 7] that the user deleted is forgotten, and undoing brings it back', async () => {
    const added = await a.engine.edit([
      { do: 'openPage', name: 'Tea', id: 'tea' },
      { do: 'setProp', id: 'tea', key: 'mood', value: 'calm' },
      { do: 'addBlock', where: { pageId: 'tea' }, text: 'Green' },
    ])
    const full = { code: 'quota_full', error: 'The storage is full.', hint: '' }
    server.refusePush = (held) => (held ? undefined : full)
    await everybody()
    expect(a.engine.state.refused).toBe(2)
    const deleted = await a.engine.undo(added.ok ? added.changes : [])
    await everybody()
    expect(a.engine.state).toMatchObject({ refused: 0, pending: 0 })
    await a.engine.undo(deleted.ok ? deleted.changes : [])
    expect(await a.page('tea')).toEqual(['Green'])
    server.refusePush = undefined
    await everybody()
    expect(await b.page('tea')).toEqual(['Green'])
    expect((await b.engine.record('tea'))?.props['mood']?.v).toBe('calm')
  })

  test('an invalid edit returns a message', async () => {
    const page = await made(a.engine.openPage('Tea'))
    await a.engine.openPage('Coffee')
    expect(await a.engine.renamePage(page, 'coffee')).toMatchObject({ ok: false })
    expect(await a.engine.setText('none', 'x')).toEqual({
      ok: false,
      code: 'not_found',
      error: 'Block none not found.',
    })
    expect(await a.engine.addBlock({ pageId: page }, 'x'.repeat(20_001))).toMatchObject({ ok: false })
    const id = await made(a.engine.addBlock({ pageId: page }, 'x'))
    expect(await a.engine.moveBlock(id, { pageId: page, parentId: id })).toEqual({
      ok: false,
      code: 'bad_place',
      error: 'A block cannot be moved under itself.',
    })
  })
})
