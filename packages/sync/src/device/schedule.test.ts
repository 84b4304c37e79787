import { beforeEach, describe, expect, test } from 'vitest'
import { made, settled, twoDevices, type TwoDevices } from '../../test/device.ts'

let clock: TwoDevices['clock']
let server: TwoDevices['server']
let a: TwoDevices['a']
let b: TwoDevices['b']

beforeEach(async () => {
  ;({ clock, server, a, b } = await twoDevices())
})

describe('[sync device 2] the schedule', () => {
  test('a push follows two seconds after the last edit', async () => {
    const page = await made(a.engine.openPage('Tea'))
    await clock.pass(1_900)
    await a.engine.addBlock({ pageId: page }, 'green')
    server.calls.length = 0
    await clock.pass(1_999)
    expect(server.calls).toEqual([])
    await clock.pass(1)
    expect(server.calls).toEqual(['push'])
    expect(server.records.size).toBe(2)
  })

  test('while edits go on, a push follows five seconds after the first one', async () => {
    const page = await made(a.engine.openPage('Tea'))
    const id = await made(a.engine.addBlock({ pageId: page }, 'green'))
    await clock.pass(60_000)
    server.calls.length = 0
    const times: number[] = []
    for (let second = 0; second < 12; second++) {
      await a.engine.setText(id, `green ${second}`)
      await clock.pass(1_000)
      if (server.calls.includes('push')) times.push(second + 1)
      server.calls.length = 0
    }
    expect(times).toEqual([5, 10])
  })

  test('the engine pulls every minute', async () => {
    server.calls.length = 0
    await clock.pass(60_000)
    expect(server.calls).toEqual(['pull', 'pull'])
  })

  test('the engine pulls every minute during continuous typing', async () => {
    const page = await made(a.engine.openPage('Tea'))
    const id = await made(a.engine.addBlock({ pageId: page }, 'green'))
    await b.engine.stop()
    await clock.pass(60_000)
    server.calls.length = 0
    for (let n = 0; n < 12; n++) {
      await a.engine.setText(id, `green ${n}`)
      await clock.pass(10_000)
    }
    expect(server.calls.filter((call) => call === 'push').length).toBe(12)
    expect(server.calls.filter((call) => call === 'pull').length).toBe(2)
  })

  test('retries of an unreachable server back off, and edits are kept', async () => {
    server.isDown = true
    await made(a.engine.openPage('Tea'))
    await clock.pass(10_000)
    expect(a.engine.state).toMatchObject({ status: 'offline' })
    expect((await a.engine.pending()).waiting).toBe(1)
    server.isDown = false
    await clock.pass(60_000)
    expect(a.engine.state).toMatchObject({ status: 'idle' })
    expect(await a.engine.pending()).toEqual({ waiting: 0, refused: [] })
  })

  test('a push that falls due during a failing pass waits for the retry', async () => {
    const release = server.hold()
    void a.engine.sync()
    await made(a.engine.openPage('Tea'))
    await clock.pass(2_000)
    server.calls.length = 0
    server.isDown = true
    release()
    await settled()
    expect(a.engine.state).toMatchObject({ status: 'offline' })
    expect(server.calls).toEqual([])
    server.isDown = false
    await clock.pass(1_000)
    expect(await a.engine.pending()).toEqual({ waiting: 0, refused: [] })
  })

  test('a sync that is asked for during a pass pulls after it, also if an edit is due by then', async () => {
    await b.engine.stop()
    const release = server.hold()
    void a.engine.sync()
    await made(a.engine.openPage('Tea'))
    await clock.pass(2_000)
    const asked = a.engine.sync()
    server.calls.length = 0
    release()
    await asked
    expect(server.calls).toContain('pull')
  })

  test('a pull that falls due during a failing push waits for the retry', async () => {
    await b.engine.stop()
    await clock.pass(57_000)
    await made(a.engine.openPage('Tea'))
    const release = server.hold()
    await clock.pass(5_000)
    server.isDown = true
    server.calls.length = 0
    release()
    await settled()
    expect(server.calls).toEqual([])
    server.isDown = false
    await clock.pass(1_000)
    expect(server.calls).toContain('pull')
  })

  test('a stopped engine reports nothing more', async () => {
    await a.engine.stop()
    server.calls.length = 0
    await b.engine.stop()
    await clock.pass(600_000)
    expect(server.calls).toEqual([])
  })
})
