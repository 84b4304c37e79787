import { expect, test } from 'vitest'
import { deviceWithPage } from '../../test/device.ts'
import { keptHistory } from './kept-history.ts'

async function openPage() {
  const { engine, texts } = await deviceWithPage()
  const text = async () => (await texts())[0]
  const kept = async () => engine.own('undo:one')
  return { engine, text, kept }
}

const minutes = (count: number): number => count * 60_000

test.each([
  ['within ten minutes, undoes the steps before', minutes(9), 'keel'],
  ['later, starts again without steps', minutes(11), 'keel of oak'],
])('[O3.2] a window that reloads %s', async (_, later, expected) => {
  const { engine, text, kept } = await openPage()
  const before = keptHistory(engine, 'one', undefined, () => 0)
  await before.edit([{ do: 'setText', id: 'a', text: 'keel of oak' }])
  await expect.poll(kept).toBeDefined()
  await keptHistory(engine, 'one', undefined, () => later).undo()
  expect(await text()).toBe(expected)
})

test('[O3.2] the steps of one window are none of another, and are deleted after ten minutes', async () => {
  const { engine, text, kept } = await openPage()
  await keptHistory(engine, 'one', undefined, () => 0).edit([{ do: 'deleteBlock', id: 'a' }])
  await expect.poll(kept).toBeDefined()
  await keptHistory(engine, 'two', undefined, () => minutes(1)).undo()
  expect(await text()).toBeUndefined()
  expect(await kept()).toBeDefined()
  keptHistory(engine, 'two', undefined, () => minutes(11))
  await expect.poll(kept).toBeUndefined()
})
