import { expect, test } from 'vitest'
import { made, twoDevices } from '../../test/device.ts'

test('[O1.4] nothing but unsent edits and files stays, and the next sign-in to the account sends them', async () => {
  const { a, b, everybody } = await twoDevices()
  const page = await made(a.engine.openPage('Tea'))
  const old = await made(a.engine.addBlock({ pageId: page }, 'green'))
  const other = await made(a.engine.addBlock({ pageId: page }, 'secret'))
  await a.engine.keep([['undo:1', 'secret']])
  await everybody()
  await a.engine.setText(old, 'green and black')
  const fresh = await made(a.engine.addBlock({ pageId: page }, 'white'))
  expect(await a.engine.keepUnsent()).toBe(2)
  expect(await a.engine.record(other)).toBeUndefined()
  expect(await a.engine.record(page)).toBeUndefined()
  expect(await a.engine.ownKeys('')).toEqual([])
  expect((await a.engine.record(fresh))?.id).toBe(fresh)
  await everybody()
  for (const { engine } of [a, b])
    expect((await engine.blocks(page)).map(({ record }) => record.words.text)).toEqual([
      'green and black',
      'secret',
      'white',
    ])
  expect(await a.engine.keepUnsent()).toBe(0)
})
