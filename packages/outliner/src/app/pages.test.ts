import { undoHistory } from '@notegraph/sync'
import { expect, test } from 'vitest'
import { deviceWithPage } from '../../test/device.ts'
import { blocksAtOnce } from './blocks-at-once.ts'
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
