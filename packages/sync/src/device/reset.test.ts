import { beforeEach, describe, expect, test } from 'vitest'
import { made, twoDevices, type TwoDevices } from '../../test/device.ts'

let server: TwoDevices['server']
let a: TwoDevices['a']
let b: TwoDevices['b']
let everybody: TwoDevices['everybody']

beforeEach(async () => {
  ;({ server, a, b, everybody } = await twoDevices())
})

describe('[sync device 6] after a reset', () => {
  async function filled(): Promise<{ page: string; ids: string[] }> {
    const page = await made(a.engine.openPage('Tea'))
    const ids: string[] = []
    for (const text of ['one', 'two', 'three'])
      ids.push(await made(a.engine.addBlock({ pageId: page }, text)))
    await everybody()
    return { page, ids }
  }

  test('every device returns the lost records to a restored server', async () => {
    const { page, ids } = await filled()
    const backup = new Map(server.records)
    const { head } = server
    await a.engine.setText(ids[0]!, 'one, again')
    await b.engine.moveBlock(ids[1]!, { pageId: page, parentId: ids[2]! })
    await a.engine.addBlock({ pageId: page }, 'four')
    await b.engine.deleteBlock(ids[2]!)
    await everybody()
    const before = await a.page(page)
    server.records.clear()
    for (const [id, held] of backup) server.records.set(id, held)
    server.head = head
    server.epoch = 2
    await everybody()
    for (const one of [a, b]) expect(await one.page(page)).toEqual(before)
    expect(await a.engine.conflicts()).toEqual([])
  })

  test('a restarted pull still pushes the records that the server lost', async () => {
    const { page, ids } = await filled()
    const backup = new Map(server.records)
    await a.engine.setText(ids[0]!, 'one, again')
    await a.engine.addBlock({ pageId: page }, 'four')
    await everybody(a)
    const before = await a.page(page)
    server.records.clear()
    for (const [id, held] of backup) server.records.set(id, held)
    server.epoch = 2
    const pull = server.pull.bind(server)
    let pulls = 0
    server.pull = async (cursor) => (pulls++ === 0 ? pull(cursor) : Promise.reject(new Error('down')))
    await a.engine.sync()
    expect(a.engine.state).toMatchObject({ status: 'offline' })
    server.pull = pull
    // The server deletes its tombstones before the device comes back.
    server.floor = server.head
    await everybody()
    for (const one of [a, b]) expect(await one.page(page)).toEqual(before)
  })

  test('a block that two devices deleted stays deleted though one of them returns its words', async () => {
    const { page, ids } = await filled()
    const backup = new Map(server.records)
    const { head } = server
    await a.engine.setText(ids[0]!, 'one, again')
    await a.engine.deleteBlock(ids[0]!)
    await everybody(a)
    server.records.clear()
    for (const [id, held] of backup) server.records.set(id, held)
    server.head = head
    server.epoch = 2
    await b.engine.deleteBlock(ids[0]!)
    await everybody(b, a)
    for (const one of [a, b]) expect(await one.page(page)).toEqual(['two', 'three'])
  })

  test('a record whose tombstone expired is deleted here too', async () => {
    const { page, ids } = await filled()
    await b.engine.stop()
    await a.engine.deleteBlock(ids[0]!)
    await everybody(a)
    server.records.delete(ids[0]!)
    server.floor = server.head
    await b.engine.setText(ids[1]!, 'two, offline')
    await everybody(b, a)
    for (const one of [a, b]) expect(await one.page(page)).toEqual(['two, offline', 'three'])
  })

  test('a pull that would delete nine tenths of a large graph stops and asks', async () => {
    const page = await made(a.engine.openPage('Tea'))
    for (let n = 0; n < 99; n++) await a.engine.addBlock({ pageId: page }, `${n}`)
    await everybody()
    for (const [id, { record }] of [...server.records].slice(0, 90))
      server.put({ ...server.get(id)!, deleted: record.updatedAt + 1, updatedAt: record.updatedAt + 1 })
    await b.engine.sync()
    expect(b.engine.state).toMatchObject({ status: 'error', reason: { code: 'mass_deletion' } })
    expect((await b.page(page)).length).toBe(99)
    await b.engine.allowDeletion()
    await b.engine.sync()
    expect(b.engine.state).toMatchObject({ status: 'idle' })
    expect((await b.engine.pages()).length).toBe(1)
    expect((await b.page('recovered-blocks')).length).toBe(10)
  })
})
