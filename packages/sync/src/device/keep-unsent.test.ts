import { expect, test } from 'vitest'
import { made, twoDevices } from '../../test/device.ts'

test('[O1.4] nothing but unsent edits and files stays, and the next sign-in to the account sends them', async () => {
  const { a, b, everybody } = await twoDevices()
  const page = await made(a.engine.openPage('Tea'))
  const old = await made(a.engine.addBlock({ pageId: page }, 'green'))
  const other = await made(a.engine.addBlock({ pageId: page }, 'secret'))
  await a.engine.keep([['undo:1', 'secret']])
  await everybody()
  await a.engine.edit([{ do: 'setText', id: other, text: 'secret wood' }], { id: 'e1' })
  await everybody()
  await a.engine.setText(old, 'green and black')
  const fresh = await made(a.engine.addBlock({ pageId: page }, 'white'))
  expect(await a.engine.keepUnsent()).toBe(2)
  expect(await a.engine.record(other)).toBeUndefined()
  expect(await a.engine.record(page)).toBeUndefined()
  // A window that is still open.
  await a.engine.keep([['undo:1', 'secret']])
  expect(await a.engine.ownKeys('')).toEqual([])
  const { store } = a
  const kept = await Promise.all((await store.ownKeys('')).map(async (key) => store.own(key)))
  expect(kept.join()).not.toContain('secret')
  // An edit that was made is not made again.
  const again = await a.engine.edit([{ do: 'setText', id: other, text: 'secret wood' }], { id: 'e1' })
  expect(again).toMatchObject({ ok: true, edited: [{ id: other }], changes: [] })
  expect((await a.engine.record(fresh))?.id).toBe(fresh)
  await everybody()
  for (const { engine } of [a, b])
    expect((await engine.blocks(page)).map(({ record }) => record.words.text)).toEqual([
      'green and black',
      'secret wood',
      'white',
    ])
  expect(await a.engine.keepUnsent()).toBe(0)
})
