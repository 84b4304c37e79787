import { undoHistory } from '@notegraph/sync'
import { expect, test } from 'vitest'
import { deviceWithPage } from '../../test/device.ts'
import { blocksAtOnce } from './ask-at-once.ts'
import { Pages } from './pages.ts'

test('[O2.1] a page that is made while the list is read is in the list', async () => {
  const { engine } = await deviceWithPage()
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
  const slow = {
    ...engine,
    async pages() {
      const before = await engine.pages()
      await isFree
      return before
    },
  }
  const pages = new Pages({ engine: slow, history: undoHistory(engine), blocksOf: blocksAtOnce(engine) })
  const reading = pages.read()
  await engine.edit([{ do: 'openPage', name: 'Ships', id: 'ships' }])
  await expect.poll(async () => engine.record('ships')).toBeDefined()
  free()
  await reading
  await expect.poll(() => pages.all.value.map(({ name }) => name)).toEqual(['Boats', 'Ships'])
})

test('[O1.3] what is shown is read again when any record may have changed', async () => {
  const { engine } = await deviceWithPage()
  const listeners: ((ids: readonly string[]) => void)[] = []
  const silent = {
    ...engine,
    on: (event: string, listen: unknown) => {
      if (event === 'change') listeners.push(listen as (ids: readonly string[]) => void)
      return () => {}
    },
  }
  const pages = new Pages({ engine: silent, history: undoHistory(engine), blocksOf: blocksAtOnce(engine) })
  const model = pages.model({ pageId: 'ships' })
  await model.load()
  await engine.edit([
    { do: 'openPage', name: 'Ships', id: 'ships' },
    { do: 'addBlock', id: 'mast', where: { pageId: 'ships' }, text: 'mast' },
  ])
  expect(model.rows.top.value).toEqual([])
  for (const hear of listeners) hear([])
  await expect.poll(() => model.rows.top.value).toEqual(['mast'])
  await expect.poll(() => pages.all.value.map(({ name }) => name)).toEqual(['Boats', 'Ships'])
})

test('[O2.1] a page that arrives while it is read for the first time is shown', async () => {
  const { engine } = await deviceWithPage()
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
  let reads = 0
  const slow = {
    ...engine,
    async blocks(id: string) {
      const before = await engine.blocks(id)
      if (reads++ === 0) await isFree
      return before
    },
  }
  const pages = new Pages({ engine: slow, history: undoHistory(engine), blocksOf: blocksAtOnce(slow) })
  const model = pages.model({ pageId: 'ships' })
  const loading = model.load()
  await expect.poll(() => reads).toBe(1)
  await engine.edit([
    { do: 'openPage', name: 'Ships', id: 'ships' },
    { do: 'addBlock', id: 'mast', where: { pageId: 'ships' }, text: 'mast' },
  ])
  // The page is read again before the first reading ends.
  await expect.poll(() => reads).toBe(2)
  free()
  await loading
  await expect.poll(() => model.rows.top.value).toEqual(['mast'])
  expect(model.exists.value).toBe(true)
})
