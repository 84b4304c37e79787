import type { Engine } from '@notegraph/sync'
import { expect, test } from 'vitest'
import { deviceWithPage } from '../../test/device.ts'
import { forgetMerges, keepMerged, mergedInto } from './merged-pages.ts'

test('[O4.4] a page says which pages of its name became part of it, until that was read', async () => {
  const { engine } = await deviceWithPage()
  await engine.edit([{ do: 'openPage', name: 'Ships', id: 'ships' }])
  const heard: Parameters<Engine['on']>[1][] = []
  const hearing = { ...engine, on: (_: string, listen: never) => (heard.push(listen), () => {}) }
  keepMerged(hearing)
  engine.on('changes', (change) => {
    for (const listen of heard) (listen as (one: unknown) => void)({ ...change, by: 'server' })
  })
  await engine.renamePage('ships', 'Boats', { links: 'rewrite', merge: true })
  const [left] = await engine.pages()
  await expect.poll(async () => (await mergedInto(engine, left!.id)).length).toBe(1)
  await forgetMerges(engine, left!.id)
  expect(await mergedInto(engine, left!.id)).toEqual([])
})

test('[O4.4] a merge that this browser made by a rename is said by its own message alone', async () => {
  const { engine } = await deviceWithPage()
  keepMerged(engine)
  await engine.edit([{ do: 'openPage', name: 'Ships', id: 'ships' }])
  await engine.renamePage('ships', 'Boats', { links: 'rewrite', merge: true })
  await engine.edit([{ do: 'openPage', name: 'Ropes', id: 'ropes' }])
  const [left] = await engine.pages()
  expect(await mergedInto(engine, left!.id)).toEqual([])
})
