import { expect, test, vi } from 'vitest'
import { deviceWithPage } from '../../test/device.ts'
import { UnstoredEdits, type Unstored } from './unstored.ts'

/** A store of the browser: its keys are its own properties. */
function useStorage(): void {
  const storage = Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value
    },
    removeItem(this: Record<string, string>, key: string) {
      Reflect.deleteProperty(this, key)
    },
  }) as Storage
  vi.stubGlobal('localStorage', storage)
}

const typed = (id: string, text: string): Unstored => ({
  revs: [],
  edits: [{ id, joins: false, deletions: {}, edit: [{ do: 'setText', id: 'a', text }] }],
})

test('[O3.9] the next window makes the edits of a closed one, once, and those of no other account', async () => {
  useStorage()
  const { engine, texts } = await deviceWithPage()
  new UnstoredEdits({ account: 'me' }, 'w1').keep([typed('e1', 'keel of oak')])
  new UnstoredEdits({ account: 'me-too' }, 'w2').keep([typed('e2', 'of somebody else')])
  const next = new UnstoredEdits({ account: 'me' }, 'w3')
  expect(await next.make(engine, engine)).toEqual([])
  expect(await texts()).toEqual(['keel of oak'])
  expect(Object.keys(localStorage)).toHaveLength(1)
  await engine.edit([{ do: 'setText', id: 'a', text: 'later' }])
  new UnstoredEdits({ account: 'me' }, 'w1').keep([typed('e1', 'keel of oak')])
  await next.make(engine, engine)
  expect(await texts()).toEqual(['later'])
})

test('[O3.9] words of a block that is gone are said', async () => {
  useStorage()
  const { engine } = await deviceWithPage()
  const edits = new UnstoredEdits({ account: 'me' }, 'w1')
  edits.keep([
    {
      revs: [],
      edits: [{ id: 'e1', joins: false, deletions: {}, edit: [{ do: 'setText', id: 'gone', text: 'oars' }] }],
    },
  ])
  expect(await edits.make(engine, engine)).toEqual([expect.stringContaining('Not stored: oars')])
})
